package import Bytes
internal import JSON
package import Signing
internal import Text

extension ByteBuffer {
    /// Appends the request to a remote signer, with the members that remote signers of Alibaba's Swift SDK get.
    ///
    /// It has the canonical request too, without which the signer could not see what a V4 string is for. A member
    /// without a value is left out.
    package mutating func append(_ string: RemoteString, keyID: Span<UInt8>) {
        beginObject()
        member("version", string.version.name)
        if let method = string.method {
            member("method", method.name)
        }
        member("bucket", ifAny: string.bucket)
        member("key", ifAny: string.key)
        member("stringToSign", string.stringToSign)
        member("date", string.date)
        member("accessKeyId", keyID)
        member("region", ifAny: string.region)
        member("product", ifAny: string.product)
        member("canonicalRequest", ifAny: string.canonicalRequest)
        endObject()
    }
}

/// Reads the answer of a remote signer: a JSON document, or the signature as plain text.
package enum SignatureReply {
    /// Returns the signature, which must be of this version and this key.
    ///
    /// Some AppServers answer `OSS <key id>:<signature>`, so that is accepted wherever a signature is.
    package static func signature(
        in body: Span<UInt8>, as dialect: ReplyDialect, version: SignatureVersion, keyID: Span<UInt8>
    ) throws(CredentialError) -> String {
        // A plain text may end with a newline.
        let text = body.withoutWhiteSpace
        guard text.count > 0, text[0] == UInt8(ascii: "{") else {
            return try text.signature(of: version, madeWith: keyID)
        }
        let found = try DialectReply.signature(in: text, as: dialect)
        guard found.keyID?.utf8Span.span.equals(keyID) ?? true else { throw .otherKey }
        return try found.signature.utf8Span.span.signature(of: version, madeWith: keyID)
    }
}

extension Span<UInt8> {
    fileprivate func signature(
        of version: SignatureVersion, madeWith keyID: Span<UInt8>
    ) throws(CredentialError) -> String {
        guard version == .v1 || !isOfV1 else { throw .signatureOfV1 }
        guard version == .v1, hasPrefix("OSS ") else { return try plainSignature(of: version) }
        let pair = extracting(droppingFirst: 4)
        guard let colon = pair.firstIndex(of: UInt8(ascii: ":")) else { throw .signature }
        guard pair.extracting(first: colon).equals(keyID) else { throw .otherKey }
        return try pair.extracting(droppingFirst: colon + 1).plainSignature(of: version)
    }

    private func plainSignature(of version: SignatureVersion) throws(CredentialError) -> String {
        guard version == .v1 ? isDigestInBase64 : isDigestInHexadecimal else { throw .signature }
        return String(copying: self)
    }

    /// Whether it has a form that only signatures of V1 have.
    private var isOfV1: Bool { hasPrefix("OSS ") || isDigestInBase64 }

    /// Whether it is an HMAC-SHA1 in canonical base64.
    private var isDigestInBase64: Bool {
        guard count == 28 else { return false }
        var digest = ByteBuffer(capacity: 20)
        return digest.append(base64Decoding: self)?.count == 20
    }

    /// Whether it is an HMAC-SHA256 in lower case, as OSS compares it.
    private var isDigestInHexadecimal: Bool {
        guard count == 64 else { return false }
        for index in 0..<count where !self[index].isDigit && !(0x61...0x66).contains(self[index]) {
            return false
        }
        return true
    }
}
