internal import Bytes
internal import Text

/// The plain-text answers of the metadata service of an instance.
package enum MetadataReply {
    /// A token consists of visible characters without blanks.
    package static func token(in body: Span<UInt8>) -> String? {
        let text = body.trimmedLine
        guard (1...1_024).contains(text.count), text.isVisibleASCII else { return nil }
        return String(copying: text)
    }

    /// The name of a role has letters, digits, dots and hyphens, as RAM requires, so it is one segment of a path.
    package static func role(in body: Span<UInt8>) -> String? {
        let text = body.trimmedLine
        guard (1...64).contains(text.count), text[0] != UInt8(ascii: "."),
            text.isAll(in: .alphanumeric.with(".").with("-").with("_"))
        else { return nil }
        return String(copying: text)
    }
}

extension Span<UInt8> {
    /// The text without the newline at its end.
    fileprivate var trimmedLine: Span<UInt8> {
        @_lifetime(copy self) get {
            var end = count
            while end > 0, self[end - 1] == UInt8(ascii: "\n") || self[end - 1] == UInt8(ascii: "\r") {
                end -= 1
            }
            return extracting(first: end)
        }
    }
}
