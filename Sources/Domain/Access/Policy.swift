// All files of this module, and those that import it, compare texts byte by byte.
@_exported import TextEquality

/// The rules of the configuration.
package struct Policy: Equatable, Sendable {
    package let rules: [Rule]
    private let index: RuleIndex

    package init(rules: [Rule]) {
        self.rules = rules
        index = RuleIndex(rules)
    }

    /// The policy without any `[Access]` section: root and the members of the daemon's group may sign.
    ///
    /// `owner`: the user of a daemon of its own, who may instead of the group.
    package static func standard(group: UInt32?, owner: UInt32? = nil) -> Policy {
        var rule = Rule(name: "default")
        let users = owner.map(Selector.uid) ?? group.map(Selector.gid)
        rule.alternatives = [[.uid(0)]] + [users].compactMap { $0.map { [$0] } }
        rule.operations = [.sign, .presign, .postPolicy, .status, .watch]
        return Policy(rules: [rule])
    }

    /// The facts of the process that rules for this user refer to.
    package func facts(about peer: Peer) -> SmallSet<Fact> {
        index.facts(about: peer)
    }

    /// Whether a rule for this user contains `%u`, so that the user name must be looked up.
    package func names(_ peer: Peer) -> Bool {
        index.names(peer)
    }

    /// The rules that apply to this caller, computed when it connects.
    package func rules(for peer: Peer) -> PeerRules {
        let candidates = index.candidates(for: peer).map { rules[$0] }
        return PeerRules(
            candidates.filter { $0.matches(peer) }.compactMap { rule in
                rule.expanded(forUser: peer.userName, instance: peer.facts.instance)
            })
    }
}

/// Finds the rules that may apply to a caller without a check of all rules.
private struct RuleIndex: Equatable, Sendable {
    /// A property of a caller that a rule names literally.
    fileprivate enum Mark: Hashable {
        case uid(UInt32)
        case gid(UInt32)
        case fact(Fact, String)
    }

    private var marked: [Mark: [Int]] = [:]
    /// The rules that name nothing literally.
    private var unmarked: [Int] = []
    /// The facts that rules need of the processes of certain users, and of all users.
    private var facts: [Mark: SmallSet<Fact>] = [:]
    private var factsOfAll: SmallSet<Fact> = []
    /// The users whose names rules need, and whether a rule needs that of every user.
    private var named: Set<Mark> = []
    private var namesAll = false

    init(_ rules: [Rule]) {
        for (number, rule) in rules.enumerated() {
            for selectors in rule.alternatives where !selectors.isEmpty {
                if !selectors.contains(where: \.isUnknown) { add(selectors, number, rule.namesUsers) }
            }
        }
    }

    private mutating func add(_ selectors: [Selector], _ number: Int, _ namesUsers: Bool) {
        let marks = selectors.compactMap(Mark.init)
        if let rarest = marks.max(by: { $0.rarity < $1.rarity }) {
            marked[rarest, default: []].append(number)
        } else {
            unmarked.append(number)
        }
        let asked = SmallSet(selectors.compactMap(\.fact))
        if let user = marks.filter(\.isOfUser).max(by: { $0.rarity < $1.rarity }) {
            facts[user, default: []].formUnion(asked)
            if namesUsers { named.insert(user) }
        } else {
            factsOfAll.formUnion(asked)
            namesAll = namesAll || namesUsers
        }
    }

    func facts(about peer: Peer) -> SmallSet<Fact> {
        var found = factsOfAll
        for mark in Mark.ofUser(peer) { found.formUnion(facts[mark] ?? []) }
        return found
    }

    func names(_ peer: Peer) -> Bool {
        namesAll || (!named.isEmpty && Mark.ofUser(peer).contains(where: named.contains))
    }

    /// The sorted indices of the rules that may match; each must still be checked.
    func candidates(for peer: Peer) -> [Int] {
        var found = Set(unmarked)
        for mark in Mark.ofUser(peer) + Mark.ofProcess(peer) { found.formUnion(marked[mark] ?? []) }
        return found.sorted()
    }
}

extension Rule {
    /// Whether its keys depend on the name of the caller.
    package var namesUsers: Bool { keys.contains { $0.steps.contains(.userName) } }
}

extension RuleIndex.Mark {
    fileprivate init?(_ selector: Selector) {
        switch selector {
        case .uid(let uid): self = .uid(uid)
        case .gid(let gid): self = .gid(gid)
        case .unknown: return nil
        case .unit(let glob), .slice(let glob), .executable(let glob), .label(let glob):
            guard let fact = selector.fact, let text = glob.literal else { return nil }
            self = .fact(fact, text)
        }
    }

    /// A rough order by the number of callers that have it.
    fileprivate var rarity: Int {
        switch self {
        case .gid: 0
        case .uid: 1
        case .fact: 2
        }
    }

    fileprivate var isOfUser: Bool { rarity < 2 }

    fileprivate static func ofUser(_ peer: Peer) -> [Self] {
        [.uid(peer.uid), .gid(peer.gid)] + peer.groups.map(Self.gid)
    }

    fileprivate static func ofProcess(_ peer: Peer) -> [Self] {
        Fact.allCases.compactMap { fact in peer.facts[fact].map { .fact(fact, $0) } }
    }
}
