package import Bytes
package import Hashing
internal import JSON
internal import Signing
internal import TextEquality
internal import Time

/// The content of a cache file: one token with the facts that are needed to judge it later.
///
/// It is a JSON object on one line, followed by the SHA-256 of that line, which reveals damage by a disk or an edit.
package enum CacheRecord {
    package static let maximumLength = 32_768
    /// JSON readers agree on these numbers.
    package static let generations = 1...1 << 53
    private static let format = 1

    package enum Problem: Error, Equatable, CaseIterable {
        case torn
        case otherFormat
        case otherProfile
        /// Sealed with another key or for another profile, or damaged, which cannot be distinguished.
        case otherKey
    }

    /// The profile of a record, and its tokens; a record of other tokens is not used.
    package struct Owner: Hashable {
        package var profile: String
        /// A digest of the settings that decide what a token may do.
        package var identity: String
        /// A digest of all settings that a token is fetched with.
        package var source: String

        package init(profile: String, identity: String, source: String) {
            self.profile = profile
            self.identity = identity
            self.source = source
        }

        /// Whether the tokens of the other one may be used, wherever they were fetched.
        package func hasTokens(of other: Owner) -> Bool {
            profile == other.profile && identity == other.identity
        }
    }

    package static func write(_ credential: Credential, of owner: Owner, to out: inout ByteBuffer) {
        let start = out.count
        out.beginObject()
        out.member("format", format)
        out.member("profile", owner.profile)
        out.member("source", credential.source)
        out.member("identity", owner.identity)
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
        try mapping(fields.read(line)) { (_: JSONError) in Problem.torn }
        guard fields.format == format else { throw .otherFormat }
        guard fields.profile == owner.profile, fields.identity == owner.identity else { throw .otherProfile }
        return try fields.credential()
    }
}

/// The members of a cache record while it is read.
private struct CacheFields: ~Copyable {
    private var text = ByteBuffer(capacity: 4_096)
    private(set) var format = 0
    private(set) var profile = ""
    private(set) var source = ""
    private(set) var identity = ""
    private var generation = 0
    private var fetchedAt = 0
    private var expiration: Int?
    private var keyID = 0..<0
    private var secret = 0..<0
    private var token = 0..<0

    mutating func read(_ line: Span<UInt8>) throws(JSONError) {
        var json = JSONReader(line)
        try json.beginObject()
        while let name = try json.nextMember() {
            switch json.text(of: name) {
            case "format": format = try json.integer()
            case "generation": generation = try json.integer()
            case "fetchedAt": fetchedAt = try json.integer()
            case "expiration": expiration = try json.integer()
            case "profile": profile = try json.text()
            case "source": source = try json.text()
            case "identity": identity = try json.text()
            case "accessKeyId": keyID = json.append(try json.string(), to: &text)
            case "accessKeySecret": secret = json.append(try json.string(), to: &text)
            case "securityToken": token = json.append(try json.string(), to: &text)
            default: try json.skipValue()
            }
        }
        try json.end()
    }

    func credential() throws(CacheRecord.Problem) -> Credential {
        let written = Timestamp(secondsSince1970: Int64(fetchedAt))
        let end = expiration.map { Timestamp(secondsSince1970: Int64($0)) }
        guard CacheRecord.generations.contains(generation), Timestamp.representable.contains(written),
            end.map(Timestamp.representable.contains) ?? true
        else { throw .torn }
        let received = try mapping(
            ReceivedCredential(
                keyID: text[keyID], secret: text[secret], securityToken: text[token], expiration: end)
        ) { (_: CredentialError) in CacheRecord.Problem.torn }
        return Credential(received, generation: generation, fetchedAt: written, from: source)
    }
}

/// A cache record that only the holder of a key can read: a header line, a nonce, and the record in AES-256-GCM.
///
/// The header, which has the version of the format, and the name of the profile are authenticated too, so a record does
/// not open under another name.
package enum SealedRecord {
    package static let maximumLength = CacheRecord.maximumLength + overhead

    private static let mark: StaticString = "ossauthd sealed "
    private static let header: StaticString = "ossauthd sealed 1\n"
    private static var overhead: Int {
        header.utf8CodeUnitCount + AES256GCM.nonceLength + AES256GCM.tagLength
    }

    /// Whether the bytes begin like a sealed record of any version.
    package static func isSealed(_ bytes: Span<UInt8>) -> Bool { bytes.hasPrefix(mark) }

    /// Seals the content of a cache file; a nonce must never be used twice.
    package static func seal(
        _ record: Span<UInt8>, of profile: String, nonce: Span<UInt8>, with key: borrowing AES256GCM
    ) -> ByteBuffer {
        var out = ByteBuffer(capacity: record.count + overhead)
        out.append(header)
        out.append(nonce)
        key.seal(record, nonce: nonce, binding: context(profile).span, to: &out)
        return out
    }

    /// Returns the content of the cache file that was sealed.
    package static func open(
        _ bytes: Span<UInt8>, of profile: String, with key: borrowing AES256GCM
    ) throws(CacheRecord.Problem) -> ByteBuffer {
        guard bytes.hasPrefix(header) else { throw .otherFormat }
        guard bytes.count >= overhead, bytes.count <= maximumLength else { throw .torn }
        let rest = bytes.extracting(droppingFirst: header.utf8CodeUnitCount)
        let record = key.open(
            rest.extracting(droppingFirst: AES256GCM.nonceLength),
            nonce: rest.extracting(first: AES256GCM.nonceLength), binding: context(profile).span)
        guard let record else { throw .otherKey }
        return record
    }

    /// The header has a fixed length, so different pairs of header and name never give the same bytes.
    private static func context(_ profile: String) -> ByteBuffer {
        var context = ByteBuffer(capacity: 128)
        context.append(header)
        context.append(profile)
        return context
    }
}
