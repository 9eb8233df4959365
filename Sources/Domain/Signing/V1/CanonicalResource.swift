internal import Bytes
internal import Text

extension ByteBuffer {
    /// The *canonicalized resource* of V1: raw, never percent-encoded, with the sub-resources in the order of their names.
    mutating func append(canonicalResourceOf request: borrowing OSSRequest) {
        append(UInt8(ascii: "/"))
        if let bucket = request.bucket {
            append(request.text, bucket)
            append(UInt8(ascii: "/"))
        }
        if let key = request.key { append(request.text, key) }
        appendSubResources(of: request)
    }

    /// The parameters are in the order of their encoded names; that of a sub-resource has nothing to encode.
    private mutating func appendSubResources(of request: borrowing OSSRequest) {
        var mark = UInt8(ascii: "?")
        for index in request.parameters.indices {
            let parameter = request.parameters[index]
            guard request.text[parameter.name].isSubResource else { continue }
            append(mark)
            mark = UInt8(ascii: "&")
            append(request.text, parameter.name)
            guard !parameter.value.isEmpty else { continue }
            append(UInt8(ascii: "="))
            append(request.text, parameter.value)
        }
    }
}

extension OSSRequest {
    /// V1 signs keys and values raw, so a key `x?acl` signs the same text as the sub-resource `acl` of `x`, and a
    /// value with `&` the same as two parameters.
    ///
    /// A `?` in a value does the same: `k?response-content-type=a?acl` is also the sub-resource `acl` of a longer key.
    /// No caller may get a signature for one request by asking for another.
    func checkUnambiguous() throws(SigningError) {
        if let key, text[key].hasAny("?\n\r\0") { throw .keyAmbiguousInV1 }
        for index in parameters.indices where text[parameters[index].name].isSubResource {
            let parameter = parameters[index]
            guard parameter.isPlainlyNamed, !text[parameter.value].hasAny("?&\n\r\0") else {
                throw .parameterAmbiguousInV1
            }
        }
    }
}

extension Span<UInt8> {
    fileprivate func hasAny(_ marks: StaticString) -> Bool {
        marks.withBytes { marks in
            for index in 0..<marks.count where firstIndex(of: marks[index]) != nil { return true }
            return false
        }
    }
}
