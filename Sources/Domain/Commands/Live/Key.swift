internal import Bytes

/// A key that was pressed.
package enum Key: Equatable, Sendable {
    case character(Character)
    case up, down, pageUp, pageDown, home, end
    case enter, escape, backspace

    /// The keys in what a terminal sends; what is none that we know is left out.
    package static func all(in bytes: Span<UInt8>) -> [Key] {
        var rest = Array(String(copying: bytes).unicodeScalars)[...]
        var keys: [Key] = []
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\u{1B}": if let key = sequence(&rest) { keys.append(key) }
            case "\r", "\n": keys.append(.enter)
            case "\u{7F}", "\u{8}": keys.append(.backspace)
            default: if scalar.value >= 0x20 { keys.append(.character(Character(scalar))) }
            }
        }
        return keys
    }

    /// What follows an escape character: nothing more, or the name of a key (ECMA-48, 5.4).
    private static func sequence(_ rest: inout ArraySlice<Unicode.Scalar>) -> Key? {
        guard let introducer = rest.first, introducer == "[" || introducer == "O" else { return .escape }
        rest.removeFirst()
        var parameters = ""
        while let scalar = rest.popFirst() {
            guard 0x40...0x7E ~= scalar.value else {
                parameters.unicodeScalars.append(scalar)
                continue
            }
            return named[parameters + String(scalar)]
        }
        return nil
    }

    private static let named: [String: Key] = [
        "A": .up, "B": .down, "H": .home, "F": .end, "1~": .home, "7~": .home, "4~": .end, "8~": .end,
        "5~": .pageUp, "6~": .pageDown,
    ]
}
