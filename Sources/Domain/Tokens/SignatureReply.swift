internal import Bytes
internal import JSON
package import Signing
internal import Text

/// Reads what a server that signs answers: a JSON document, or the signature as plain text.
package enum SignatureReply {
    /// The signature as it travels, for nothing but this version and this key.
    ///
    /// The seed's clients get `OSS <key id>:<signature>`, so that is understood wherever a signature may stand.
    package static func signature(
        in body: Span<UInt8>, as dialect: ReplyDialect, version: SignatureVersion, keyID: Span<UInt8>
    ) throws(CredentialError) -> String {
        // A plain text may end with its line.
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

    /// An HMAC-SHA1, in the one way to write it.
    private var isDigestInBase64: Bool {
        guard count == 28 else { return false }
        var digest = ByteBuffer(capacity: 20)
        return digest.append(base64Decoding: self)?.count == 20
    }

    /// An HMAC-SHA256, in lower case as OSS compares it.
    private var isDigestInHexadecimal: Bool {
        guard count == 64 else { return false }
        for index in 0..<count where !self[index].isDigit && !(0x61...0x66).contains(self[index]) {
            return false
        }
        return true
    }
}
