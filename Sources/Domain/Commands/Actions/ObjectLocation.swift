package import CommandLine

/// `oss://bucket/key`: what a request is about, with the names as they are and not encoded.
package struct ObjectLocation: Equatable, Sendable {
    /// `nil`: the request is to the service.
    package let bucket: String?
    /// `nil`: the request is to the bucket.
    package let key: String?

    package init(_ word: String) throws(UsageError) {
        let scheme = "oss://"
        guard word.hasPrefix(scheme) else {
            throw UsageError("'\(word)' is no OSS-URL; write it as oss://BUCKET/KEY")
        }
        let parts = word.utf8.dropFirst(scheme.utf8.count).split(
            separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
        bucket = ObjectLocation.name(parts[0])
        key = parts.count > 1 ? ObjectLocation.name(parts[1]) : nil
        // An empty shell variable, more likely than not; it must not become a request to another bucket.
        guard bucket != nil || parts.count == 1 else { throw UsageError("'\(word)' names no bucket") }
    }

    /// As it is written on a command line.
    var text: String { "oss://\(bucket ?? "")\(key.map { "/\($0)" } ?? "")" }

    private static func name(_ bytes: Substring.UTF8View) -> String? {
        bytes.isEmpty ? nil : String(Substring(bytes))
    }
}
