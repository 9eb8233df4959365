package import Bytes
internal import Hashing
internal import JSON
internal import Signing
internal import Text
internal import Time

/// The content of a cache file: one token with what is needed to judge it later.
///
/// A JSON object on one line, and under it the SHA-256 of that line: rename makes files whole, the digest tells when a
/// disk or a person did not keep them so.
package enum CacheRecord {
    package static let maximumLength = 32_768
    /// Those that JSON readers agree on; from the last of them one can count on.
    package static let generations = 1...1 << 53
    private static let format = 1

    package enum Problem: Error, Equatable, CaseIterable {
        case torn
        case otherFormat
        case otherProfile
        /// Sealed with another key or for another profile, or damaged: the three cannot be told apart.
        case otherKey
    }

    /// What a record belongs to; a record of another source is of no use.
    package struct Owner: Hashable {
        package var profile: String
        package var source: String

        package init(profile: String, source: String) {
            self.profile = profile
            self.source = source
        }
    }

    package static func write(_ credential: Credential, of owner: Owner, to out: inout ByteBuffer) {
        let start = out.count
        out.beginObject()
        out.member("format", format)
        out.member("profile", owner.profile)
        out.member("source", owner.source)
        out.member("generation", credential.generation)
        out.member("fetchedAt", Int(credential.fetchedAt.secondsSince1970))
        if let expiration = credential.expiration {
            out.member("expiration", Int(expiration.secondsSince1970))
        }
        out.member("accessKeyId", credential.signing.keyID)
        out.member("securityToken", credential.signing.securityToken)
        credential.secret.withBytes { out.member("accessKeySecret", $0) }
        out.endObject()
        let digest = sha256(out[start..<out.count])
        out.append(UInt8(ascii: "\n"))
        out.append(hex: digest.span)
        out.append(UInt8(ascii: "\n"))
    }

    package static func read(_ bytes: Span<UInt8>, for owner: Owner) throws(Problem) -> Credential {
        guard bytes.count <= maximumLength, let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
            throw .torn
        }
        let line = bytes.extracting(first: end)
        let digest = sha256(line)
        var expected = ByteBuffer(capacity: 65)
        expected.append(hex: digest.span)
        expected.append(UInt8(ascii: "\n"))
        guard expected.equals(bytes.extracting(droppingFirst: end + 1)) else { throw .torn }
        var fields = CacheFields()
        do {
            try fields.read(line)
        } catch {
            throw .torn
        }
        guard fields.format == format else { throw .otherFormat }
        guard fields.profile == owner.profile, fields.source == owner.source else { throw .otherProfile }
        return try fields.credential()
    }
}
