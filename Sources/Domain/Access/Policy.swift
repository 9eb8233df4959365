/// All rules of the configuration.
package struct Policy: Equatable, Sendable {
    package let rules: [Rule]

    package init(rules: [Rule]) {
        self.rules = rules
    }

    /// What holds without any `[Access]` section: root and the members of the daemon's group may sign.
    package static func standard(group: UInt32?) -> Policy {
        var rule = Rule(name: "default")
        rule.alternatives = [[.uid(0)]] + (group.map { [[.gid($0)]] } ?? [])
        rule.operations = [.sign, .presign, .postPolicy, .status, .watch]
        return Policy(rules: [rule])
    }

    /// Whether a rule speaks of the caller's user name, which somebody then has to look up.
    package var namesUsers: Bool {
        rules.contains { $0.keys.contains { $0.steps.contains(.userName) } }
    }

    /// The rules that are for this caller, worked out once for each connection.
    package func rules(for peer: Peer) -> PeerRules {
        PeerRules(rules: rules.filter { $0.matches(peer) }.compactMap { $0.expanded(for: peer) })
    }
}
