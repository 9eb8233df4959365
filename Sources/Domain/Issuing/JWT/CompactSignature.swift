package import Bytes
internal import Text

/// A signed text in three parts, `HEADER.PAYLOAD.SIGNATURE` (RFC 7515, 7.1).
package struct CompactSignature: ~Copyable {
    /// Identity providers keep tokens below the 8 KiB that servers accept in a header.
    package static let maximumLength = 8_192

    private let algorithm: JWTAlgorithm
    private let keyID: String?
    /// The length of the first two parts, which are signed.
    private let signedLength: Int
    package let payload: ByteBuffer
    private let signature: ByteBuffer

    package init(_ text: Span<UInt8>) throws(JWTError) {
        guard text.count <= CompactSignature.maximumLength else { throw .malformed }
        guard let first = text.firstIndex(of: UInt8(ascii: ".")),
            let second = text.firstIndex(of: UInt8(ascii: "."), from: first + 1)
        else { throw .malformed }
        let header = try CompactSignature.decoded(text.extracting(0..<first))
        let (algorithm, keyID) = try CompactSignature.read(header: header.span)
        let payload = try CompactSignature.decoded(text.extracting(first + 1..<second))
        let signature = try CompactSignature.decoded(text.extracting(second + 1..<text.count))
        self.algorithm = algorithm
        self.keyID = keyID
        self.payload = payload
        self.signature = signature
        signedLength = second
    }

    private static func decoded(_ part: Span<UInt8>) throws(JWTError) -> ByteBuffer {
        var bytes = ByteBuffer(capacity: part.count)
        guard bytes.append(base64URLDecoding: part) != nil else { throw .malformed }
        return bytes
    }

    /// Keys in the header (`jwk`, `jku`, `x5c`) are ignored: only those of the operator count.
    private static func read(header: Span<UInt8>) throws(JWTError) -> (JWTAlgorithm, String?) {
        let members = try JWTMembers(header)
        // An extension that is not understood makes a token invalid (RFC 7515, 4.1.11).
        guard !members.has("crit") else { throw .criticalHeader }
        guard let name = members.text("alg"), let algorithm = JWTAlgorithm(rawValue: name) else {
            throw .algorithm
        }
        guard !members.has("kid") || members.text("kid") != nil else { throw .malformed }
        return (algorithm, members.text("kid"))
    }

    /// Checks the signature over `text`, from which this was read.
    package borrowing func check(
        _ text: Span<UInt8>, with keys: JSONWebKeys, by isValid: SignatureCheck
    ) throws(JWTError) {
        guard let key = keys.key(for: algorithm, id: keyID) else { throw .unknownKey }
        guard isValid(key, text.extracting(0..<signedLength), signature.span) else { throw .signature }
    }
}

/// Why a JSON Web Token proves no user.
package enum JWTError: String, Error, CaseIterable {
    case malformed = "it is no JSON Web Token"
    case algorithm = "its algorithm is not RS256, ES256 or EdDSA"
    case criticalHeader = "it has a critical header that is not supported"
    case unknownKey = "its issuer has no key of this ID and algorithm here"
    case signature = "its signature is wrong"
    case expiration = "it has expired, or exp is no plain number of seconds"
    case notYetValid = "it is not valid yet, or nbf or iat is no plain number of seconds"
    case issuer = "its issuer is not Issuer="
    case audience = "its audience is not Audience="
    case user = "the claim of UserClaim= is no name of a user"
}
