internal import Bytes
internal import Text

// What S3 asks of a request beyond V4.
extension OSSRequest {
    /// Replaces an endpoint of OSS by the one beside it that speaks S3: `s3.oss-cn-hangzhou.aliyuncs.com`.
    package mutating func useS3Endpoint() throws(SigningError) {
        guard let endpoint, text[endpoint.host].hasHostOfS3 else { return }
        let range = appending { text in
            text.append(endpoint.isSecure ? "https://s3." : "http://s3.")
            text.append(copyOf: endpoint.authority)
        }
        try setEndpoint(range)
    }

    func checkForS3() throws(SigningError) {
        if isForCloudBox { throw .cloudBoxInS3 }
        if region == nil { throw .regionMissing }
    }

    /// Rejects a header of the caller that the signer sets, or that a server would sign in another form.
    package func checkForS3(_ header: Header) throws(SigningError) {
        if case .host = header.kind { throw .hostInS3 }
        if case .ofAmazon = header.kind, text[header.name].isSetBySignerOfS3 { throw .headerReserved }
        guard !text[header.value].isSquashedByS3 else { throw .headerBlanksInS3 }
        guard !text[header.name].equals("x-amz-content-sha256") || text[header.value].isPayloadHash else {
            throw .payloadHashInS3
        }
    }

    package var payloadHashOfS3: Range<Int>? {
        for index in headers.indices where text[headers[index].name].equals("x-amz-content-sha256") {
            return headers[index].value
        }
        return nil
    }
}

extension OSSRequest {
    /// The header of OSS that an `x-amz-` header stands for: the one with the same end.
    ///
    /// The grants of S3 are an access list in several headers.
    package mutating func counterpart(of header: Header) -> Header {
        let end = header.name.dropFirst("x-amz-".utf8.count)
        let isGrant = text[end].hasPrefix("grant-")
        let name = appending { text in
            text.append("x-oss-")
            if isGrant { text.append("acl") } else { text.append(copyOf: end) }
        }
        let kind = HeaderKind(text[name])
        return Header(
            name: name, value: kind == .copySource ? withSlash(header.value) : header.value, kind: kind)
    }

    /// Clients of S3 write a source as `BUCKET/KEY` or as `/BUCKET/KEY`.
    private mutating func withSlash(_ source: Range<Int>) -> Range<Int> {
        guard text[source.lowerBound] != UInt8(ascii: "/") else { return source }
        return appending { text in
            text.append(UInt8(ascii: "/"))
            text.append(copyOf: source)
        }
    }
}

extension Span<UInt8> {
    fileprivate var isSetBySignerOfS3: Bool {
        equals("x-amz-date") || equals("x-amz-security-token")
    }

    /// Whether S3 signs a value with fewer blanks than are sent.
    fileprivate var isSquashedByS3: Bool {
        for index in 0..<count where self[index].isBlank {
            if self[index] != UInt8(ascii: " ") || (index > 0 && self[index - 1].isBlank) { return true }
        }
        return false
    }

    fileprivate var isPayloadHash: Bool {
        let hexadecimal = ByteSet.digits.with("a").with("b").with("c").with("d").with("e").with("f")
        return equals("UNSIGNED-PAYLOAD") || (count == 64 && isAll(in: hexadecimal))
    }
}
