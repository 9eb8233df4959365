package import CommandLine

/// The target of a request: `oss://bucket/key`, without percent-encoding.
package struct ObjectLocation: Equatable, Sendable {
    /// `nil`: the request addresses the service.
    package let bucket: String?
    /// `nil`: the request addresses the bucket.
    package let key: String?
    /// The number of its line in a list.
    var line: Int?

    private static let scheme = "oss://"

    package init(_ word: String) throws(UsageError) {
        guard ObjectLocation.isURL(word) else {
            throw UsageError("'\(word)' is not an OSS-URL; \(ObjectLocation.spelling(of: word))")
        }
        let parts = word.utf8.dropFirst(ObjectLocation.scheme.utf8.count).split(
            separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
        bucket = ObjectLocation.name(parts[0])
        key = parts.count > 1 ? ObjectLocation.name(parts[1]) : nil
        // Most likely an unset shell variable, which must not address another bucket.
        guard bucket != nil || parts.count == 1 else { throw UsageError("'\(word)' names no bucket") }
    }

    init(bucket: String, key: String) {
        self.bucket = bucket
        self.key = key
    }

    /// How to write a word that is no OSS-URL.
    static func spelling(of word: String) -> String {
        let other = "s3://"
        return word.hasPrefix(other)
            ? "write oss://\(word.dropFirst(other.count))" : "write it as oss://BUCKET/KEY"
    }

    static func isURL(_ word: String) -> Bool { word.hasPrefix(scheme) }

    /// Whether clients change its path before they send it (RFC 3986, 5.2.4).
    var hasDotSegments: Bool { key?.hasDotSegments == true }

    /// The OSS-URL.
    var text: String { "oss://\(bucket ?? "")\(key.map { "/\($0)" } ?? "")" }

    private static func name(_ bytes: Substring.UTF8View) -> String? {
        bytes.isEmpty ? nil : String(Substring(bytes))
    }
}

extension StringProtocol {
    /// Whether a segment is `.` or `..`.
    var hasDotSegments: Bool {
        utf8.split(separator: UInt8(ascii: "/")).contains { segment in
            segment.count <= 2 && segment.allSatisfy { $0 == UInt8(ascii: ".") }
        }
    }
}
