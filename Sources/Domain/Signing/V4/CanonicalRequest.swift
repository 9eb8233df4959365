internal import Bytes
internal import Text

/// Where in a canonical request that stands which its URL has as well, encoded in the same way.
struct SharedParts {
    var key = 0..<0
    var query = 0..<0
}

extension ByteBuffer {
    /// The *canonical request* of V4: verb, URI, query, headers, names of the additional headers, hash of the
    /// payload.
    ///
    /// Says what of it the URL repeats.
    @discardableResult
    mutating func append(
        canonicalRequestOf request: borrowing OSSRequest, with signature: borrowing SignatureParameters
    ) -> SharedParts {
        append(request.method.name)
        append(UInt8(ascii: "\n"))
        let key = append(canonicalURIOf: request)
        append(UInt8(ascii: "\n"))
        let start = count
        append(canonicalQueryOf: request, and: signature)
        let query = start..<count
        append(UInt8(ascii: "\n"))
        appendCanonicalHeaders(of: request)
        append(UInt8(ascii: "\n"))
        append(additionalHeadersOf: request)
        append(UInt8(ascii: "\n"))
        appendPayloadHash(of: request)
        return SharedParts(key: key, query: query)
    }

    /// Puts the key of the request in the place of the one that is there, where nothing else is different.
    ///
    /// `rest` is used for what stands behind the key.
    mutating func exchangeKey(
        at parts: SharedParts, for request: borrowing OSSRequest, with rest: inout ByteBuffer
    ) -> SharedParts {
        rest.removeAll()
        rest.append(self, parts.key.upperBound..<count)
        truncate(to: parts.key.lowerBound)
        let key = append(keyOf: request)
        append(rest)
        let moved = key.upperBound - parts.key.upperBound
        return SharedParts(
            key: key, query: (parts.query.lowerBound + moved)..<(parts.query.upperBound + moved))
    }

    /// The bucket is always part of it, whatever the addressing.
    private mutating func append(canonicalURIOf request: borrowing OSSRequest) -> Range<Int> {
        append(UInt8(ascii: "/"))
        if let bucket = request.bucket {
            append(request.text, bucket)
            append(UInt8(ascii: "/"))
        }
        return append(keyOf: request)
    }

    private mutating func append(keyOf request: borrowing OSSRequest) -> Range<Int> {
        let start = count
        if let key = request.key { append(percentEncodedPath: request.text[key]) }
        return start..<count
    }

    private mutating func appendCanonicalHeaders(of request: borrowing OSSRequest) {
        for index in request.headers.indices {
            let header = request.headers[index]
            guard header.isSigned(in: .v4) else { continue }
            append(request.text, header.name)
            append(UInt8(ascii: ":"))
            append(request.text, header.value)
            append(UInt8(ascii: "\n"))
        }
    }

    /// The names of the additional headers, joined by `;`.
    mutating func append(additionalHeadersOf request: borrowing OSSRequest) {
        let start = count
        for index in request.headers.indices where request.headers[index].isAdditional {
            if count > start { append(UInt8(ascii: ";")) }
            append(request.text, request.headers[index].name)
        }
    }

    private mutating func appendPayloadHash(of request: borrowing OSSRequest) {
        if let hash = request.valueOfHeader(.payloadHash) {
            append(request.text, hash)
        } else {
            append("UNSIGNED-PAYLOAD")
        }
    }
}
