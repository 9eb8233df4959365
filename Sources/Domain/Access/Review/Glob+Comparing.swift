extension Glob {
    /// Whether every text that the other names is named by this one too; `false` also where that is hard to tell.
    func covers(_ other: Glob) -> Bool {
        if steps == other.steps { return true }
        if let text = other.literal { return matches(text.utf8Span.span) }
        guard let star = steps.last, star == .path || star == .run else { return false }
        let beginning = steps.dropLast()
        guard beginning.allSatisfy(\.isOneCharacter), other.steps.starts(with: beginning) else {
            return false
        }
        return star == .path || other.steps.dropFirst(beginning.count).allSatisfy(\.crossesNoSlash)
    }

    /// Whether no text is named by both; `false` also where that is hard to tell.
    func excludes(_ other: Glob) -> Bool {
        if let text = literal { return !other.matches(text.utf8Span.span) }
        if let text = other.literal { return !matches(text.utf8Span.span) }
        return !zip(fixedBeginning, other.fixedBeginning).allSatisfy { $0 == $1 }
            || !zip(fixedEnd.reversed(), other.fixedEnd.reversed()).allSatisfy { $0 == $1 }
    }

    /// Whether a text that the pattern names can end so, and be longer than that.
    func canEnd(in suffix: String) -> Bool {
        if let literal { return literal.hasSuffix(suffix) && literal.utf8.count > suffix.utf8.count }
        return zip(fixedEnd.reversed(), suffix.utf8.reversed()).allSatisfy { $0 == $1 }
    }

    /// Whether a text that the pattern names can begin with this byte.
    func canBegin(with byte: UInt8) -> Bool {
        switch steps.first {
        case .byte(let first): first == byte
        case .anyCharacter: byte != UInt8(ascii: "/")
        default: true
        }
    }

    /// What every text that the pattern names consists of beside what its stars stand for.
    var bytes: [UInt8] { steps.compactMap(\.byte) }

    private var fixedBeginning: [UInt8] { Array(steps.prefix { $0.byte != nil }.compactMap(\.byte)) }

    private var fixedEnd: [UInt8] {
        Array(steps.reversed().prefix { $0.byte != nil }.reversed().compactMap(\.byte))
    }
}

extension GlobStep {
    fileprivate var byte: UInt8? {
        guard case .byte(let byte) = self else { return nil }
        return byte
    }

    fileprivate var isOneCharacter: Bool { byte != nil || self == .anyCharacter || self == .userName }

    fileprivate var crossesNoSlash: Bool { self != .path && self != .byte(UInt8(ascii: "/")) }
}
