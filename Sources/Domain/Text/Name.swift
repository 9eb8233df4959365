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

/// Names that others chose, with any characters, as names that are legal in sessions, policies, sections and keys.
///
/// No two names become the same one: a name that looks like an escaped one is escaped too.
package enum ClaimedName {
    private static let prefix: StaticString = "e--"

    /// The name itself if it is legal; else `e--` and the name, in which `_` and two hexadecimal digits are one byte.
    package static func legal(_ name: String) -> String {
        let text = name.utf8Span.span
        guard !isPlain(text) else { return name }
        var legal = ByteBuffer(capacity: 3 * text.count + 3)
        legal.append(prefix)
        for index in 0..<text.count {
            if isKept(index, of: text) {
                legal.append(text[index])
            } else {
                legal.append(UInt8(ascii: "_"))
                legal.append(hex: text.extracting(index..<index + 1))
            }
        }
        return String(copying: legal.span)
    }

    private static func isPlain(_ text: Span<UInt8>) -> Bool {
        guard text.count > 0, text[0].isAlphanumeric, !text.hasPrefix(prefix) else { return false }
        return text.isAll(in: .alphanumeric.with(".").with("@").with("-").with("_"))
    }

    /// Two dots in a row are the parent of a folder elsewhere.
    private static func isKept(_ index: Int, of text: Span<UInt8>) -> Bool {
        switch text[index] {
        case UInt8(ascii: "."): index > 0 && text[index - 1] != UInt8(ascii: ".")
        case UInt8(ascii: "@"), UInt8(ascii: "-"): true
        case let byte: byte.isAlphanumeric
        }
    }
}
