package import Bytes

/// Quotes input in messages to the client that sent it.
package enum Quotation {
    /// The limit in characters.
    private static let limit = 64

    package static func of(_ text: Span<UInt8>) -> String { "'\(shortened(text))'" }

    package static func of(_ text: String) -> String { of(text.utf8Span.span) }

    /// Returns at least the part that is quoted: a character has at most four bytes.
    package static func beginning(of text: Span<UInt8>) -> String {
        String(copying: text.extracting(first: min(text.count, 4 * (limit + 1))))
    }

    /// Shortens the text and replaces each invisible character by its number.
    package static func shortened(_ text: Span<UInt8>) -> String {
        let text = beginning(of: text)
        let shown = text.unicodeScalars.prefix(limit).reduce(into: "") { shown, scalar in
            if scalar.isInvisible {
                shown += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        let isWhole = text.unicodeScalars.dropFirst(limit).isEmpty
        return isWhole ? shown : shown + "…"
    }
}

extension Unicode.Scalar {
    /// Whether the character is a control or format character, such as a direction mark or a joiner.
    package var isInvisible: Bool {
        switch value {
        case 0x20..<0x7F: return false
        case ..<0xA0: return true
        default: break
        }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse:
            return true
        default: return false
        }
    }
}

extension ByteBuffer {
    /// Appends the text of an element of XML, with blanks for invisible characters.
    package mutating func append(xml text: Substring.UnicodeScalarView) {
        for scalar in text {
            switch scalar {
            case "&": append("&amp;")
            case "<": append("&lt;")
            case ">": append("&gt;")
            default: for byte in UTF8.encode(scalar.isInvisible ? " " : scalar) ?? .init() { append(byte) }
            }
        }
    }
}
