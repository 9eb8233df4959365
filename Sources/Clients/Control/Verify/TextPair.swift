internal import CommandLine

/// A text that was signed here, and that of OSS.
struct TextPair: Equatable, Sendable {
    let here: SignedText
    /// `nil`: OSS did not say it.
    let there: SignedText?

    init(_ kind: SignedText.Kind, _ here: String, _ there: String?) {
        self.here = SignedText(kind, here)
        self.there = there.map { SignedText(kind, $0) }
    }
}

extension TextPair {
    /// The first part that differs, and how.
    var difference: String? {
        guard let there else { return nil }
        let (left, right) = (here.parts, there.parts)
        let same = zip(left, right).prefix { $0 == $1 }.count
        switch (left.dropFirst(same).first, right.dropFirst(same).first) {
        case (let part?, let other?) where part.name.utf8.elementsEqual(other.name.utf8):
            return part.name + " differs" + TextPair.rewriting(part.value, other.value)
        case (let part?, let other) where other == nil || !right.contains(where: part.hasName):
            return part.name + " was signed, but OSS did not get it"
        case (_, let other?): return other.name + " was not signed, but OSS got it"
        default: return nil
        }
    }

    /// Typical changes of a value between the signer and OSS.
    private static func rewriting(_ here: String, _ there: String) -> String {
        if there.percentDecoded.utf8.elementsEqual(here.utf8) { return ": it was encoded twice" }
        if here.percentDecoded.utf8.elementsEqual(there.utf8) { return ": it was decoded on the way" }
        let blanks = [here, there].map { text in
            text.percentDecoded.utf8.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        }
        return blanks[0] == blanks[1] ? ": a + became a blank, or a blank a +" : ""
    }

    /// The lines of both, of which those that differ are marked.
    func page(_ ink: Ink, reveals: Bool) -> String {
        let left = here.shown(reveals: reveals).lines
        let right = (there ?? here).shown(reveals: reveals).lines
        // `==` of String takes other bytes for the same letter.
        func isSame(_ line: String, _ other: String) -> Bool { line.utf8.elementsEqual(other.utf8) }
        let start = zip(left, right).prefix(while: isSame).count
        let end = zip(left.dropFirst(start).reversed(), right.dropFirst(start).reversed())
            .prefix(while: isSame).count
        let other = left.dropFirst(start).dropLast(end).map { ink(.red, "  < \($0.visible)") }
        let another = right.dropFirst(start).dropLast(end).map { ink(.green, "  > \($0.visible)") }
        let (before, behind) = (left.prefix(start), left.suffix(end))
        return (before.map { "    \($0.visible)" } + other + another + behind.map { "    \($0.visible)" })
            .map { "\($0)\n" }.joined()
    }
}
