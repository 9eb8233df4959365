internal import Bytes

/// A pattern for names: `*` stands for any bytes but `/`, `**` for any bytes, `?` for one character but `/`.
///
/// A backslash takes the meaning from the character behind it. Where specifiers are wanted, `%u` is the
/// caller's user name and `%%` a percent sign.
package struct Glob: Equatable, Sendable {
    /// The pattern as it was written.
    package let text: String
    var steps: [GlobStep]

    /// `nil` when the text is empty, ends in a backslash, or has a `%` that means nothing.
    package init?(_ text: String, specifiers: Bool = false) {
        guard let steps = GlobStep.steps(of: text.utf8Span.span, specifiers: specifiers) else { return nil }
        self.text = text
        self.steps = steps
    }

    /// Whether the pattern names exactly one text.
    package var isLiteral: Bool {
        steps.allSatisfy { if case .byte = $0 { true } else { false } }
    }

    /// The only text that the pattern names, if it is one.
    var literal: String? {
        var bytes: [UInt8] = []
        for step in steps {
            guard case .byte(let byte) = step else { return nil }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether whatever follows a matching text matches too.
    var isOpenEnded: Bool { steps.last == .path }

    /// The pattern for this caller; `nil` when it needs a user name and there is none that can stand in a
    /// key.
    func expanded(userName: String?) -> Glob? {
        guard steps.contains(.userName) else { return self }
        guard let userName, !userName.isEmpty, !userName.utf8.contains(UInt8(ascii: "/")) else { return nil }
        var glob = self
        glob.steps = steps.flatMap { $0 == .userName ? userName.utf8.map(GlobStep.byte) : [$0] }
        return glob
    }
}

/// One element of a compiled pattern.
enum GlobStep: Equatable, Sendable {
    case byte(UInt8)
    /// `?`
    case anyCharacter
    /// `*`
    case run
    /// `**`
    case path
    /// `%u`, which matches nothing until it was replaced.
    case userName

    static func steps(of text: Span<UInt8>, specifiers: Bool) -> [GlobStep]? {
        guard text.count > 0 else { return nil }
        var steps: [GlobStep] = []
        var index = 0
        while index < text.count {
            let next: UInt8? = index + 1 < text.count ? text[index + 1] : nil
            guard let (step, length) = step(text[index], before: next, specifiers: specifiers) else {
                return nil
            }
            index += length
            // A third star adds nothing to two.
            if step == .run || step == .path, steps.last == .path { continue }
            steps.append(step)
        }
        return steps
    }

    private static func step(
        _ byte: UInt8, before next: UInt8?, specifiers: Bool
    ) -> (step: GlobStep, length: Int)? {
        switch (byte, next) {
        case (UInt8(ascii: "*"), UInt8(ascii: "*")): (.path, 2)
        case (UInt8(ascii: "*"), _): (.run, 1)
        case (UInt8(ascii: "?"), _): (.anyCharacter, 1)
        case (UInt8(ascii: "\\"), let next?): (.byte(next), 2)
        case (UInt8(ascii: "\\"), nil): nil
        case (UInt8(ascii: "%"), UInt8(ascii: "u")) where specifiers: (.userName, 2)
        case (UInt8(ascii: "%"), UInt8(ascii: "%")) where specifiers: (.byte(byte), 2)
        case (UInt8(ascii: "%"), _) where specifiers: nil
        default: (.byte(byte), 1)
        }
    }
}
