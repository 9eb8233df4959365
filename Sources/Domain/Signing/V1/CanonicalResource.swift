internal import Bytes
internal import Text

extension ByteBuffer {
    /// The *canonicalized resource* of V1: raw, never percent-encoded, with the sub-resources in the order of their names.
    mutating func append(canonicalResourceOf request: borrowing OSSRequest) {
        append(UInt8(ascii: "/"))
        if let bucket = request.bucket {
            append(request.text[bucket])
            append(UInt8(ascii: "/"))
        }
        if let key = request.key { append(request.text[key]) }
        appendSubResources(of: request)
    }

    private mutating func appendSubResources(of request: borrowing OSSRequest) {
        var mark = UInt8(ascii: "?")
        var previous: Int?
        while let index = request.nextSubResource(after: previous) {
            append(mark)
            mark = UInt8(ascii: "&")
            append(request.text[request.parameters[index].name])
            if !request.parameters[index].value.isEmpty {
                append(UInt8(ascii: "="))
                append(request.text[request.parameters[index].value])
            }
            previous = index
        }
    }
}

extension OSSRequest {
    /// Finds the next sub-resource by raw name. Raw names sort differently from encoded ones, and there are few of
    /// them, so they are picked one by one instead of being sorted again.
    fileprivate func nextSubResource(after previous: Int?) -> Int? {
        var next: Int?
        for index in parameters.indices where text[parameters[index].name].isSubResource {
            if let previous, !comesBefore(previous, index) { continue }
            if let found = next, comesBefore(found, index) { continue }
            next = index
        }
        return next
    }

    private func comesBefore(_ left: Int, _ right: Int) -> Bool {
        let order = text[parameters[left].name].compare(text[parameters[right].name])
        return order != 0 ? order < 0 : left < right
    }

    /// V1 signs keys and values raw, so a key `x?acl` signs what the sub-resource `acl` of `x` signs, and a value with
    /// `&` what two parameters sign. Nobody may get a signature for one request by asking for another.
    func checkUnambiguous() throws(SigningError) {
        if let key, text[key].hasAny("?\n\r\0") { throw .keyAmbiguousInV1 }
        for parameter in parameters where text[parameter.name].isSubResource {
            guard !text[parameter.name].hasAny("&=?\n\r\0"), !text[parameter.value].hasAny("&\n\r\0") else {
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
