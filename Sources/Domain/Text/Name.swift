internal import Bytes

/// Names of profiles and rules, which become file names and parts of URLs.
package enum Name {
    package static let complaint =
        "a name is made of up to 64 letters, digits, '-', '_' and '.', and begins with one of the first two"

    private static let marks: StaticString = "-_."

    package static func isValid(_ text: String) -> Bool {
        isValid(text.utf8Span.span)
    }

    package static func isValid(_ text: Span<UInt8>) -> Bool {
        guard (1...64).contains(text.count), text[0].isAlphanumeric else { return false }
        for index in 1..<text.count where !text[index].isAlphanumeric {
            guard marks.bytes.firstIndex(of: text[index]) != nil else { return false }
        }
        return true
    }
}
