internal import Bytes
internal import Text

// Step 1 of V4 and of S3: the canonical request.
extension Signer {
    mutating func writeCanonicalRequestV4(of request: borrowing OSSRequest) {
        canonicalRequest.removeAll()
        urlParts = canonicalRequest.append(canonicalRequestOf: request, with: parameters, in: .oss)
    }

    mutating func writeCanonicalRequestS3(of request: borrowing OSSRequest) {
        canonicalRequest.removeAll()
        urlParts = canonicalRequest.append(canonicalRequestOf: request, with: parameters, in: .s3)
    }

    /// Makes the canonical request of the request before that of one which differs in its key only.
    mutating func replaceKeyInCanonicalRequest(with request: borrowing OSSRequest) {
        let parts = urlParts
        textAfterKey.removeAll()
        textAfterKey.append(canonicalRequest, parts.key.upperBound..<canonicalRequest.count)
        canonicalRequest.truncate(to: parts.key.lowerBound)
        let key = canonicalRequest.append(keyOf: request)
        canonicalRequest.append(textAfterKey)
        let moved = key.upperBound - parts.key.upperBound
        urlParts = URLParts(
            key: key, query: (parts.query.lowerBound + moved)..<(parts.query.upperBound + moved))
    }

    /// Writes the URL; copies the key and the query, which the canonical request encodes in the same way.
    mutating func writeURLOfCanonicalRequest(of request: borrowing OSSRequest) {
        url.removeAll()
        url.append(baseURLOf: request)
        url.append(canonicalRequest, urlParts.key)
        guard !urlParts.query.isEmpty else { return }
        url.append(UInt8(ascii: "?"))
        url.append(canonicalRequest, urlParts.query)
    }
}

/// The ranges of a canonical request that the URL repeats.
struct URLParts {
    var key = 0..<0
    var query = 0..<0
}

extension ByteBuffer {
    /// Appends verb, URI, query, headers, names of headers and payload hash, one after the other.
    ///
    /// It is inlined with its parts, so that V4 does not pay for the differences of S3.
    @inline(__always) @discardableResult
    mutating func append(
        canonicalRequestOf request: borrowing OSSRequest, with signature: borrowing SignatureParameters,
        in family: SigningFamily
    ) -> URLParts {
        append(request.method.name)
        append(UInt8(ascii: "\n"))
        let key = append(canonicalURIOf: request, in: family)
        append(UInt8(ascii: "\n"))
        let start = count
        append(canonicalQueryOf: request, and: signature, in: family)
        let query = start..<count
        append(UInt8(ascii: "\n"))
        appendCanonicalHeaders(of: request, in: family)
        append(UInt8(ascii: "\n"))
        switch family {
        case .oss: append(additionalHeadersOf: request)
        case .s3: append(signedHeadersOf: request)
        }
        append(UInt8(ascii: "\n"))
        append(request.payloadHash(in: family), of: request)
        return URLParts(key: key, query: query)
    }

    /// Returns the range of the key; the URI of V4 contains the bucket whatever the addressing, that of S3 is the path.
    @inline(__always) private mutating func append(
        canonicalURIOf request: borrowing OSSRequest, in family: SigningFamily
    ) -> Range<Int> {
        append(UInt8(ascii: "/"))
        if let bucket = request.bucket, family == .oss || request.addressing == .path {
            append(request.text, bucket)
            append(UInt8(ascii: "/"))
        }
        return append(keyOf: request)
    }

    fileprivate mutating func append(keyOf request: borrowing OSSRequest) -> Range<Int> {
        let start = count
        if let key = request.key { append(percentEncodedPath: request.text[key]) }
        return start..<count
    }

    @inline(__always) private mutating func appendCanonicalHeaders(
        of request: borrowing OSSRequest, in family: SigningFamily
    ) {
        for index in request.headers.indices {
            let header = request.headers[index]
            guard header.isSigned(in: family.version) else { continue }
            append(request.text, header.name)
            append(UInt8(ascii: ":"))
            append(request.text, header.value)
            append(UInt8(ascii: "\n"))
        }
    }

    /// Appends the names of the additional headers, joined by `;`.
    mutating func append(additionalHeadersOf request: borrowing OSSRequest) {
        let start = count
        for index in request.headers.indices where request.headers[index].isAdditional {
            if count > start { append(UInt8(ascii: ";")) }
            append(request.text, request.headers[index].name)
        }
    }

    /// Appends the names of all signed headers, joined by `;`.
    mutating func append(signedHeadersOf request: borrowing OSSRequest) {
        let start = count
        for index in request.headers.indices where request.headers[index].isSigned(in: .s3) {
            if count > start { append(UInt8(ascii: ";")) }
            append(request.text, request.headers[index].name)
        }
    }

    @inline(__always) private mutating func append(
        _ payloadHash: Range<Int>?, of request: borrowing OSSRequest
    ) {
        if let payloadHash {
            append(request.text, payloadHash)
        } else {
            append("UNSIGNED-PAYLOAD")
        }
    }
}

extension OSSRequest {
    @inline(__always) fileprivate func payloadHash(in family: SigningFamily) -> Range<Int>? {
        switch family {
        case .oss: valueOfHeader(.payloadHash)
        case .s3: payloadHashOfS3
        }
    }
}

// The canonical query: all parameters, encoded, sorted and joined by `&`.
extension ByteBuffer {
    mutating func append(canonicalQueryOf request: borrowing OSSRequest) {
        let start = count
        for index in request.parameters.indices {
            append(request.parameters[index], of: request, behind: start, in: .oss)
        }
    }

    /// Merges the parameters of the signature with those of the caller; both are sorted already.
    @inline(__always) private mutating func append(
        canonicalQueryOf request: borrowing OSSRequest, and signature: borrowing SignatureParameters,
        in family: SigningFamily
    ) {
        let start = count
        var written = 0
        for index in request.parameters.indices {
            let parameter = request.parameters[index]
            let due = signature.count(before: request.text[parameter.encodedName], from: written)
            append(signature, written..<due, behind: start)
            written = due
            append(parameter, of: request, behind: start, in: family)
        }
        append(signature, written..<signature.count, behind: start)
    }

    private mutating func append(
        _ signature: borrowing SignatureParameters, _ range: Range<Int>, behind start: Int
    ) {
        guard !range.isEmpty else { return }
        if count > start { append(UInt8(ascii: "&")) }
        append(signature.text, signature[range])
    }

    /// S3 writes `=` also after a name without a value.
    @inline(__always) private mutating func append(
        _ parameter: OSSRequest.Parameter, of request: borrowing OSSRequest, behind start: Int,
        in family: SigningFamily
    ) {
        if count > start { append(UInt8(ascii: "&")) }
        append(request.text, parameter.encodedName)
        guard !parameter.encodedValue.isEmpty || family == .s3 else { return }
        append(UInt8(ascii: "="))
        append(request.text, parameter.encodedValue)
    }
}
