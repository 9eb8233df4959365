internal import Text

extension String {
    /// The width on a terminal.
    package var columns: Int {
        unicodeScalars.reduce(0) { $0 + $1.columns }
    }

    /// The text with its first letter in upper case.
    package var startingUpper: String { prefix(1).uppercased() + dropFirst() }

    /// The text with spaces behind it up to this width.
    package func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - columns))
    }

    /// The text with spaces before it up to this width.
    package func aligned(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - columns)) + self
    }

    /// The text, or its beginning and end with a mark in between where it is longer.
    package func shortened(to width: Int) -> String {
        guard columns > width else { return self }
        let end = String(String.UnicodeScalarView(unicodeScalars.reversed()))
            .cut(to: width / 2, mark: "").unicodeScalars.reversed()
        return cut(to: width - width / 2) + String(String.UnicodeScalarView(end))
    }

    /// The text, or its beginning with a mark where it is longer.
    package func cut(to width: Int, mark: String = "…") -> String {
        guard columns > width else { return self }
        let room = width - mark.columns
        guard room >= 0 else { return "" }
        var text = ""
        var column = 0
        for scalar in unicodeScalars {
            guard column + scalar.columns <= room else { break }
            column += scalar.columns
            text.unicodeScalars.append(scalar)
        }
        return text + mark
    }
}

/// The width that every terminal has.
package let pageWidth = 80

extension String {
    /// The words in lines of at most `width`, all but the first behind `indent` spaces; `start` columns of the first line
    /// are already used.
    ///
    /// A word that is longer than a line stays whole.
    package func wrapped(from start: Int, indent: Int, to width: Int = pageWidth) -> String {
        var text = ""
        var column = start
        for word in split(separator: " ") {
            if column > indent, column + 1 + String(word).columns > width {
                text += "\n" + String(repeating: " ", count: indent)
                column = indent
            } else if !text.isEmpty {
                text += " "
                column += 1
            }
            text += word
            column += String(word).columns
        }
        return text
    }

    /// The text with every character that could move a cursor, colour a screen, end a line or change the writing direction
    /// replaced by its number: for untrusted text that a person reads.
    package var visible: String {
        guard unicodeScalars.contains(where: \.isInvisible) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isInvisible {
                text += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Unicode.Scalar {
    /// The width on a terminal: 0 for a combining character, 2 for a wide one.
    package var columns: Int {
        if value < 0x300 { return 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        if 0x1160...0x11FF ~= value { return 0 }
        return isWide ? 2 : 1
    }

    /// A binary search in the table.
    private var isWide: Bool {
        var low = 0
        var high = wideRanges.count
        while low < high {
            let middle = (low + high) / 2
            if wideRanges[middle].contains(value) { return true }
            if wideRanges[middle].lowerBound > value { high = middle } else { low = middle + 1 }
        }
        return false
    }
}

/// The wide and fullwidth ranges of EastAsianWidth.txt of Unicode, with the unassigned gaps between them.
private let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0, 0x23F3...0x23F3,
    0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F, 0x2693...0x2693, 0x26A1...0x26A1,
    0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA,
    0x26F2...0x26F3, 0x26F5...0x26F5, 0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B,
    0x2728...0x2728, 0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
    0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55, 0x2E80...0x303E,
    0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAD9,
    0xFE10...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FB, 0x1F004...0x1F004,
    0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F320, 0x1F32D...0x1F335,
    0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0,
    0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440...0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D,
    0x1F54B...0x1F54E, 0x1F550...0x1F567, 0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4,
    0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6DF,
    0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7F0, 0x1F90C...0x1F93A, 0x1F93C...0x1F945,
    0x1F947...0x1F9FF, 0x1FA70...0x1FAF6, 0x20000...0x3FFFD,
]
