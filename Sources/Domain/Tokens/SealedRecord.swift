package import Bytes
package import Hashing

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
