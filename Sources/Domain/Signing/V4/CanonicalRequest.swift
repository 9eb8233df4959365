internal import Bytes
internal import Text

extension ByteBuffer {
    /// The *canonical request* of V4: verb, URI, query, headers, names of the additional headers, hash of the payload.
    /// Says where the query stands.
    @discardableResult
    mutating func append(canonicalRequestOf request: borrowing OSSRequest) -> Range<Int> {
        append(request.method.name)
        append(UInt8(ascii: "\n"))
        append(canonicalURIOf: request)
        append(UInt8(ascii: "\n"))
        let start = count
        append(canonicalQueryOf: request)
        let query = start..<count
        append(UInt8(ascii: "\n"))
        appendCanonicalHeaders(of: request)
        append(UInt8(ascii: "\n"))
        append(additionalHeadersOf: request)
        append(UInt8(ascii: "\n"))
        appendPayloadHash(of: request)
        return query
    }

    /// The bucket is always part of it, whatever the addressing.
    private mutating func append(canonicalURIOf request: borrowing OSSRequest) {
        append(UInt8(ascii: "/"))
        if let bucket = request.bucket {
            append(request.text[bucket])
            append(UInt8(ascii: "/"))
        }
        if let key = request.key { append(percentEncodedPath: request.text[key]) }
    }

    private mutating func appendCanonicalHeaders(of request: borrowing OSSRequest) {
        for header in request.headers where header.isSignedByDefault || header.isAdditional {
            append(request.text[header.name])
            append(UInt8(ascii: ":"))
            append(request.text[header.value])
            append(UInt8(ascii: "\n"))
        }
    }

    /// The names of the additional headers, joined by `;`.
    mutating func append(additionalHeadersOf request: borrowing OSSRequest) {
        var isFirst = true
        for header in request.headers where header.isAdditional {
            if !isFirst { append(UInt8(ascii: ";")) }
            isFirst = false
            append(request.text[header.name])
        }
    }

    private mutating func appendPayloadHash(of request: borrowing OSSRequest) {
        if let hash = request.valueOfHeader("x-oss-content-sha256") {
            append(request.text[hash])
        } else {
            append("UNSIGNED-PAYLOAD")
        }
    }
}
