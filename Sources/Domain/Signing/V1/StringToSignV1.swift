internal import Bytes

extension ByteBuffer {
    /// The *string to sign* of V1.
    ///
    /// `date` is the date of a header signature, or the end of a URL's life in seconds.
    mutating func append(stringToSignV1Of request: borrowing OSSRequest, date: borrowing ByteBuffer) {
        append(request.method.name)
        append(UInt8(ascii: "\n"))
        append(lineOf: .contentMD5, in: request)
        append(lineOf: .contentType, in: request)
        append(date)
        append(UInt8(ascii: "\n"))
        appendCanonicalHeaders(of: request)
        append(canonicalResourceOf: request)
    }

    private mutating func append(lineOf header: HeaderKind, in request: borrowing OSSRequest) {
        if let value = request.valueOfHeader(header) { append(request.text, value) }
        append(UInt8(ascii: "\n"))
    }

    /// The *canonicalized OSS headers*: those of `x-oss-`, one a line.
    private mutating func appendCanonicalHeaders(of request: borrowing OSSRequest) {
        for index in request.headers.indices {
            let header = request.headers[index]
            guard header.kind.isOfOSS else { continue }
            append(request.text, header.name)
            append(UInt8(ascii: ":"))
            append(request.text, header.value)
            append(UInt8(ascii: "\n"))
        }
    }
}
