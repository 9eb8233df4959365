internal import Bytes

/// How words of a client are repeated to it.
package enum Quotation {
    /// Characters that are repeated at most.
    private static let limit = 64

    package static func of(_ text: Span<UInt8>) -> String { "'\(shortened(text))'" }

    package static func of(_ text: String) -> String { of(text.utf8Span.span) }

    /// More than is repeated: no character has more than four bytes.
    package static func beginning(of text: Span<UInt8>) -> String {
        String(copying: text.extracting(first: min(text.count, 4 * (limit + 1))))
    }

    /// Shortened, with every character that a person does not see replaced by its number.
    package static func shortened(_ text: Span<UInt8>) -> String {
        let text = beginning(of: text)
        let shown = text.unicodeScalars.prefix(limit).reduce(into: "") { shown, scalar in
            if scalar.isUnseen {
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
    /// Control characters of both sets, and those that format: direction marks, joiners, line separators.
    package var isUnseen: Bool {
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
