/// Finds the rules that may be for a caller without looking at those that cannot be.
struct RuleIndex: Equatable, Sendable {
    /// Something of a caller that a rule names exactly.
    fileprivate enum Mark: Hashable {
        case uid(UInt32)
        case gid(UInt32)
        case fact(Fact, String)
    }

    private var marked: [Mark: [Int]] = [:]
    /// Those that name nothing exactly.
    private var unmarked: [Int] = []
    /// What rules ask of the processes of certain users, and of everybody's.
    private var facts: [Mark: SmallSet<Fact>] = [:]
    private var factsOfAll: SmallSet<Fact> = []
    /// Whose names rules speak of, and whether one speaks of everybody's.
    private var named: Set<Mark> = []
    private var namesAll = false

    init(_ rules: [Rule]) {
        for (number, rule) in rules.enumerated() {
            for selectors in rule.alternatives where !selectors.isEmpty {
                if !selectors.contains(where: \.isStranger) { add(selectors, number, rule.namesUsers) }
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

    /// The numbers of the rules, in their order; each still has to be held against the caller.
    func candidates(for peer: Peer) -> [Int] {
        var found = Set(unmarked)
        for mark in Mark.ofUser(peer) + Mark.ofProcess(peer) { found.formUnion(marked[mark] ?? []) }
        return found.sorted()
    }
}

extension Rule {
    fileprivate var namesUsers: Bool { keys.contains { $0.steps.contains(.userName) } }
}

extension RuleIndex.Mark {
    fileprivate init?(_ selector: Selector) {
        switch selector {
        case .uid(let uid): self = .uid(uid)
        case .gid(let gid): self = .gid(gid)
        case .stranger: return nil
        case .unit(let glob), .slice(let glob), .executable(let glob), .label(let glob):
            guard let fact = selector.fact, let text = glob.literal else { return nil }
            self = .fact(fact, text)
        }
    }

    /// How few callers have it, roughly.
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
