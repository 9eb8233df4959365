internal import Bytes
internal import Text

/// The name of a user of the AppServer.
///
/// It becomes the session name of STS, and a part of keys and policies. So it has no character with a meaning in one of
/// them.
package struct UserName: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    package static let complaint =
        "a user's name is made of 2 to 64 letters, digits and '.', '@', '-', '_', and begins with one of the first two"

    package init?(_ text: Span<UInt8>) {
        guard (2...64).contains(text.count), text[0].isAlphanumeric,
            text.isAll(in: .alphanumeric.with(".").with("@").with("-").with("_"))
        else { return nil }
        self.text = String(copying: text)
    }

    package init?(_ text: String) {
        self.init(text.utf8Span.span)
    }

    package var description: String { text }
}
