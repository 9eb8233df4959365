internal import Bytes
internal import CommandLine
internal import Text

extension SentRequest {
    /// The bucket and the key; `named` is the bucket where the host does not tell it.
    func place(named: String?) throws(UsageError) -> (bucket: String?, key: String?) {
        let decoded = path.percentDecoded
        let key = decoded.hasPrefix("/") ? String(decoded.dropFirst()) : decoded
        if let named { return (named, key.isEmpty ? nil : key) }
        let name = host.split(separator: ":").first.map(String.init) ?? ""
        if name.hasSuffix(".aliyuncs.com"), let label = name.split(separator: ".").first {
            guard label.hasPrefix("oss-") else { return (String(label), key.isEmpty ? nil : key) }
            return Self.placeInPath(key)
        }
        let isNumber = name.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") } || host.hasPrefix("[")
        guard isNumber || name == "localhost" else {
            throw UsageError("'\(host)' does not tell the bucket; say it with --bucket")
        }
        return Self.placeInPath(key)
    }

    private static func placeInPath(_ path: String) -> (bucket: String?, key: String?) {
        let parts = path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        let names = parts.map { $0.isEmpty ? nil : $0 }
        return (names.first ?? nil, names.count > 1 ? names[1] : nil)
    }
}

extension String {
    /// The text as it was before it was put into a URL; one that was not encoded well stays as it is.
    var percentDecoded: String {
        var buffer = ByteBuffer(capacity: utf8.count)
        guard buffer.append(percentDecoding: utf8Span.span) != nil else { return self }
        return String(copying: buffer.span)
    }
}
