extension Selector {
    /// Why no caller can match all selectors; `nil`: a caller can.
    static func reasonAgainst(_ selectors: [Selector]) -> String? {
        for (index, selector) in selectors.enumerated() {
            if let reason = selector.reasonAgainst { return reason }
            for other in selectors[..<index] {
                if let reason = selector.reasonAgainst(other) { return reason }
            }
        }
        return nil
    }

    private var glob: Glob? {
        switch self {
        case .uid, .gid, .unknown: nil
        case .unit(let glob), .slice(let glob), .executable(let glob), .label(let glob): glob
        }
    }

    private var reasonAgainst: String? {
        switch self {
        case .unit(let glob) where !Selector.unitTypes.contains(where: glob.canEnd):
            "'\(glob.text)' names no unit, their names end in \(Selector.unitTypes.joined(separator: " "))"
        case .slice(let glob) where !glob.canEnd(in: ".slice"):
            "'\(glob.text)' names no slice, their names end in .slice"
        case .executable(let glob) where !glob.canBegin(with: UInt8(ascii: "/")):
            "'\(glob.text)' names no executable, their paths begin with '/'"
        default: nil
        }
    }

    /// The types of units that have processes, without slices.
    private static let unitTypes = [".service", ".scope", ".socket", ".mount", ".swap"]

    /// Why no caller matches both: a caller has one user and one value of each fact, but many groups.
    private func reasonAgainst(_ other: Selector) -> String? {
        if case .uid(let own) = self, case .uid(let another) = other, own != another {
            return "no caller is user \(another) and user \(own)"
        }
        guard let fact, fact == other.fact, let own = glob, let another = other.glob, own.excludes(another)
        else { return nil }
        return "nothing is both '\(another.text)' and '\(own.text)'"
    }
}

extension Glob {
    /// Whether the name of a bucket can match.
    var canNameBucket: Bool {
        bytes.count <= 63 && steps.first != .byte(UInt8(ascii: "-"))
            && bytes.allSatisfy { $0.isAllowedInBucketName }
    }

    /// Why no key that matches is ever signed; `nil`: one can be signed.
    var reasonAgainstKey: String? {
        for byte in [UInt8(ascii: "/"), UInt8(ascii: "\\")] where steps.first == .byte(byte) {
            return "keys do not begin with '/' or '\\'"
        }
        let parts = steps.split(separator: .byte(UInt8(ascii: "/")), omittingEmptySubsequences: false)
        let dot = GlobStep.byte(UInt8(ascii: "."))
        guard parts.contains(where: { $0.elementsEqual([dot]) || $0.elementsEqual([dot, dot]) }) else {
            return nil
        }
        return "rules grant none with '.' or '..' between slashes"
    }
}

extension UInt8 {
    fileprivate var isAllowedInBucketName: Bool {
        self &- UInt8(ascii: "a") < 26 || self &- UInt8(ascii: "0") < 10 || self == UInt8(ascii: "-")
    }
}

extension Glob {
    /// Whether no text matches both; `false` also if that is unclear.
    fileprivate func excludes(_ other: Glob) -> Bool {
        if let text = literal { return !other.matches(text.utf8Span.span) }
        if let text = other.literal { return !matches(text.utf8Span.span) }
        return !zip(beginning, other.beginning).allSatisfy { $0 == $1 }
            || !zip(ending.reversed(), other.ending.reversed()).allSatisfy { $0 == $1 }
    }

    /// Whether a matching text can end in the suffix and be longer.
    fileprivate func canEnd(in suffix: String) -> Bool {
        if let literal { return literal.hasSuffix(suffix) && literal.utf8.count > suffix.utf8.count }
        return zip(ending.reversed(), suffix.utf8.reversed()).allSatisfy { $0 == $1 }
    }

    /// Whether a matching text can begin with this byte.
    fileprivate func canBegin(with byte: UInt8) -> Bool {
        switch steps.first {
        case .byte(let first): first == byte
        case .anyCharacter: byte != UInt8(ascii: "/")
        default: true
        }
    }

    /// The bytes that every matching text contains.
    private var bytes: [UInt8] { steps.compactMap(\.byte) }
}
