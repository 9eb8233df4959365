internal import Bytes
internal import Text

extension OSSRequest {
    /// Adds a query parameter at its place in the canonical order; an empty value is written without `=`.
    package mutating func addParameter(name: Range<Int>, value: Range<Int>) throws(SigningError) {
        guard !name.isEmpty else { throw .parameterName }
        try count(name.count + value.count)
        let parameter = Parameter(
            name: name, value: value, encodedName: try encoded(name), encodedValue: try encoded(value))
        try count(parameter.lengthByEncoding)
        try insert(parameter)
    }

    /// Adds a parameter of the signature, which is known to be good; `encoded` is its value as URLs want it.
    mutating func addOwnParameter(
        _ name: StaticString, _ value: Range<Int>, encoded: Range<Int>
    ) throws(SigningError) {
        let name = appending { text in text.append(name) }
        try insert(Parameter(name: name, value: value, encodedName: name, encodedValue: encoded))
    }

    private mutating func insert(_ parameter: Parameter) throws(SigningError) {
        guard parameters.count < OSSRequest.maximumParameters else { throw .tooManyParameters }
        parameters.insert(parameter, at: place(of: parameter))
    }

    /// Whether a parameter of this name is there already.
    package func hasParameter(named name: Range<Int>) -> Bool {
        for index in parameters.indices where text[parameters[index].name].equals(text[name]) { return true }
        return false
    }

    /// The same percent-encoded, which is itself where there is nothing to encode.
    private mutating func encoded(_ raw: Range<Int>) throws(SigningError) -> Range<Int> {
        guard text.span.endOfRun(of: .unreserved, in: raw) < raw.upperBound else { return raw }
        guard text[raw].isUTF8 else { throw .parameterNotUTF8 }
        return appending { text in
            text.append(from: raw, atMost: 3 * raw.count) { text, bytes in text.append(percentEncoded: bytes)
            }
        }
    }

    @inline(__always) private func place(of parameter: Parameter) -> Int {
        var index = parameters.count
        while index > 0, precedes(parameter, parameters[index - 1]) { index -= 1 }
        return index
    }

    @inline(__always) private func precedes(_ left: Parameter, _ right: Parameter) -> Bool {
        let order = text[left.encodedName].compare(text[right.encodedName])
        return order != 0 ? order < 0 : text[left.encodedValue].compare(text[right.encodedValue]) < 0
    }
}

extension Span<UInt8> {
    /// Whether a parameter belongs to the signature itself, in any of its versions.
    package var isSignatureParameter: Bool {
        guard count >= 7 else { return false }
        if hasPrefix("x-oss-") {
            return equals("x-oss-signature") || equals("x-oss-signature-version")
                || equals("x-oss-credential")
                || equals("x-oss-date") || equals("x-oss-expires") || equals("x-oss-security-token")
                || equals("x-oss-additional-headers") || equals("x-oss-access-key-id")
        }
        return equals("OSSAccessKeyId") || equals("Expires") || equals("Signature")
            || equals("security-token")
    }
}
