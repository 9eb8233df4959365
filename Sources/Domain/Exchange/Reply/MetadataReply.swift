internal import Bytes
internal import Text

/// What the metadata service of an instance says in plain text.
package enum MetadataReply {
    /// Visible characters without blanks.
    package static func token(in body: Span<UInt8>) -> String? {
        let text = body.trimmedLine
        guard (1...1_024).contains(text.count), text.isVisibleASCII else { return nil }
        return String(copying: text)
    }

    /// The name of the role: letters, digits, dots and hyphens, as RAM demands; so it is one step of a path.
    package static func role(in body: Span<UInt8>) -> String? {
        let text = body.trimmedLine
        guard (1...64).contains(text.count), text[0] != UInt8(ascii: ".") else { return nil }
        for index in 0..<text.count where !ByteSet.role.contains(text[index]) { return nil }
        return String(copying: text)
    }
}

extension ByteSet {
    fileprivate static var role: ByteSet { .alphanumeric.with(".").with("-").with("_") }
}

extension Span<UInt8> {
    /// Without the end of the line.
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
