internal import Text

/// A part of keys between two slashes, as `Key=` writes it.
struct KeyPart {
    private static let star = UInt8(ascii: "*")

    /// With `*` in the place of numbers, dates, hexadecimal texts and UUIDs.
    let pattern: [UInt8]
    /// The only part that was seen; `nil`: there were several.
    private var literal: [UInt8]?
    /// Whether nothing but these is in it, or behind its last `=`; an extension does not count.
    private let isVariable: Bool

    init(pattern: [UInt8]) { (self.pattern, isVariable) = (pattern, true) }

    init(_ bytes: ArraySlice<UInt8>, ofUser user: String?) {
        let isUser = user.map { bytes.elementsEqual($0.utf8) } ?? false
        let pattern = isUser ? Array("%u".utf8) : KeyPart.pattern(of: bytes)
        let start = pattern.lastIndex(of: UInt8(ascii: "=")) ?? pattern.startIndex
        let stem = pattern[start..<max(start, pattern.lastIndex(of: UInt8(ascii: ".")) ?? pattern.endIndex)]
        self.pattern = pattern
        literal = isUser ? pattern : bytes.flatMap(KeyPart.quoted)
        isVariable = stem.contains(KeyPart.star) && !stem.contains(where: \.isAlphanumeric)
    }

    mutating func unite(with other: KeyPart) {
        if literal != other.literal { literal = nil }
    }

    /// A number in the name of a folder of the bucket may be a user's, so it varies only if several were seen.
    func text(inBucket: Bool) -> [UInt8] { isVariable && !inBucket ? pattern : literal ?? pattern }

    private static func pattern(of bytes: ArraySlice<UInt8>) -> [UInt8] {
        var (pattern, rest): ([UInt8], ArraySlice<UInt8>) = ([], bytes)
        while !rest.isEmpty {
            let letters = rest.prefix { $0.isAlphanumeric || $0 == UInt8(ascii: "-") }
            let word = letters.isEmpty ? rest.prefix(1) : letters
            pattern += isNumber(word) ? [star] : withoutDigits(word)
            rest = rest[word.endIndex...]
        }
        return pattern
    }

    /// Also a date, a hexadecimal text and a UUID.
    private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
        let isHexadecimal =
            word.count >= 8 && word.allSatisfy { $0.hexValue != nil || $0 == UInt8(ascii: "-") }
        return word.contains(where: \.isDigit)
            && (isHexadecimal || word.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "-") })
    }

    private static func withoutDigits(_ word: ArraySlice<UInt8>) -> [UInt8] {
        word.indices.flatMap { index -> [UInt8] in
            guard word[index].isDigit else { return quoted(word[index]) }
            return index > word.startIndex && word[index - 1].isDigit ? [] : [star]
        }
    }

    /// `?` stands for quotes, blanks, and control characters, which a file of the configuration cannot have.
    static func quoted(_ byte: UInt8) -> [UInt8] {
        switch byte {
        case UInt8(ascii: "%"): [byte, byte]
        case UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
        case UInt8(ascii: "\""), UInt8(ascii: "'"), ...0x20, 0x7F: [UInt8(ascii: "?")]
        default: [byte]
        }
    }
}
