/// Why no rule of a caller grants a request: everything that the rule nearest to a grant lacks.
///
/// It never reports what other callers may do.
package struct Refusal: Equatable, Sendable {
    /// More of them make no sentence that is read to its end.
    private static let shown = 8

    /// What is missing first, in the order in which rules are asked.
    package let missing: MissingGrant
    /// The name of the rule; `nil` where no rule is for the caller.
    package private(set) var rule: String?
    /// Where that rule is in the configuration; for root only.
    package private(set) var place: String?
    package private(set) var obstacles: [Obstacle] = []
    /// Whether it is about an object that the request reads besides its own.
    package var isOfSource = false

    /// Where there is no rule to compare the request with.
    package init(_ missing: MissingGrant) {
        self.missing = missing
    }

    init(by rule: Rule, _ obstacles: [Obstacle]) {
        missing = obstacles.first?.missing ?? .rule
        self.rule = rule.name
        place = rule.place
        self.obstacles = obstacles
    }

    func isNearer(than other: Refusal) -> Bool {
        if missing.isNearer(than: other.missing) { return true }
        return !other.missing.isNearer(than: missing) && obstacles.count < other.obstacles.count
    }

    /// The same about one of many keys.
    package func naming(key index: Int) -> Refusal {
        var named = Refusal(missing.naming(key: index))
        named.rule = rule
        named.place = place
        named.obstacles = obstacles.map { $0.naming(key: index) }
        named.isOfSource = isOfSource
        return named
    }
}

extension Refusal: CustomStringConvertible {
    package var description: String {
        guard let rule else { return missing.description }
        let more = obstacles.count - Refusal.shown
        let sentences = obstacles.prefix(Refusal.shown).map(\.description)
        return "[Access \(rule)]\(isOfSource ? " (for an object that the request reads)" : ""): "
            + sentences.joined(separator: "; ") + (more > 0 ? "; and \(more) more" : "")
    }
}

extension MissingGrant {
    fileprivate func naming(key index: Int) -> MissingGrant {
        switch self {
        case .key: .listedKey(index)
        case .keyWithoutDots: .keyWithoutDots(index)
        default: self
        }
    }
}

extension Obstacle {
    fileprivate func naming(key index: Int) -> Obstacle {
        var named = self
        named.missing = missing.naming(key: index)
        return named
    }
}
