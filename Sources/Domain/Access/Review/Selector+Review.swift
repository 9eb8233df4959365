extension Selector {
    /// Why no caller can be all of this; `nil` where one can.
    static func reasonAgainst(_ selectors: [Selector]) -> String? {
        for (index, selector) in selectors.enumerated() {
            if let reason = selector.reasonAgainst { return reason }
            for other in selectors[..<index] {
                if let reason = selector.reasonAgainst(other) { return reason }
            }
        }
        return nil
    }

    /// Whether whoever this is true for is also what the other wants.
    func implies(_ other: Selector) -> Bool {
        if self == other { return true }
        guard let fact, fact == other.fact, let glob, let wide = other.glob else { return false }
        return wide.covers(glob)
    }

    private var glob: Glob? {
        switch self {
        case .uid, .gid, .stranger: nil
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

    /// Of units that have processes and are no slices.
    private static let unitTypes = [".service", ".scope", ".socket", ".mount", ".swap"]

    /// A caller has one user and one of each fact, but many groups.
    private func reasonAgainst(_ other: Selector) -> String? {
        if case .uid(let own) = self, case .uid(let another) = other, own != another {
            return "nobody is user \(another) and user \(own)"
        }
        guard let fact, fact == other.fact, let own = glob, let another = other.glob, own.excludes(another)
        else { return nil }
        return "nothing is both '\(another.text)' and '\(own.text)'"
    }
}
