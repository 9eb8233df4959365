/// All rules of the configuration.
package struct Policy: Equatable, Sendable {
    package let rules: [Rule]
    private let index: RuleIndex

    package init(rules: [Rule]) {
        self.rules = rules
        index = RuleIndex(rules)
    }

    /// What holds without any `[Access]` section: root and the members of the daemon's group may sign.
    package static func standard(group: UInt32?) -> Policy {
        var rule = Rule(name: "default")
        rule.alternatives = [[.uid(0)]] + (group.map { [[.gid($0)]] } ?? [])
        rule.operations = [.sign, .presign, .postPolicy, .status, .watch]
        return Policy(rules: [rule])
    }

    /// What must be known of the caller's process, because a rule that may be for this user speaks of it.
    package func facts(about peer: Peer) -> SmallSet<Fact> {
        index.facts(about: peer)
    }

    /// Whether a rule that may be for this user speaks of his name, which somebody then has to look up.
    package func names(_ peer: Peer) -> Bool {
        index.names(peer)
    }

    /// The rules that are for this caller, worked out when he connects.
    package func rules(for peer: Peer) -> PeerRules {
        let candidates = index.candidates(for: peer).map { rules[$0] }
        return PeerRules(candidates.filter { $0.matches(peer) }.compactMap { $0.expanded(for: peer) })
    }
}
