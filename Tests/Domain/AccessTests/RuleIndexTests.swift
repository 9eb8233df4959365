internal import Access
internal import TestSupport
import Testing

@testable import AccessSupport

struct RuleIndexTests {
    private static let names = ["a", "b", "c"]

    private func selector(_ random: inout SeededRandom) throws -> Selector {
        let pattern = ["a", "b", "*", "?", "\\a"].randomElement(using: &random) ?? "a"
        let glob = try #require(Glob(pattern))
        return switch Int.random(in: 0..<7, using: &random) {
        case 0: .uid(UInt32.random(in: 0...3, using: &random))
        case 1: .gid(UInt32.random(in: 0...3, using: &random))
        case 2: .unit(glob)
        case 3: .slice(glob)
        case 4: .executable(glob)
        case 5: .unknown("user 'bob'")
        default: .label(glob)
        }
    }

    private func peer(_ random: inout SeededRandom) -> Peer {
        func word() -> String? { ([nil] + Self.names).randomElement(using: &random) ?? nil }
        func number() -> UInt32 { UInt32.random(in: 0...3, using: &random) }
        var peer = Peer(uid: number(), gid: number(), groups: [number(), number()])
        peer.facts.unit = word()
        peer.facts.slice = word()
        peer.facts.executable = word()
        peer.facts.label = word()
        return peer
    }

    /// The meaning of `Match=`, one selector after the other.
    private func holds(_ selector: Selector, for peer: Peer) -> Bool {
        func matches(_ glob: Glob, _ text: String?) -> Bool { text.map { glob.matches($0) } ?? false }
        return switch selector {
        case .uid(let uid): peer.uid == uid
        case .gid(let gid): ([peer.gid] + peer.groups).contains(gid)
        case .unit(let glob): matches(glob, peer.facts.unit)
        case .slice(let glob): matches(glob, peer.facts.slice)
        case .executable(let glob): matches(glob, peer.facts.executable)
        case .label(let glob): matches(glob, peer.facts.label)
        case .unknown: false
        }
    }

    @Test func `finds exactly the rules that are for a caller and in their order`() throws {
        var random = SeededRandom(seed: 4)
        var found = 0
        for _ in 0..<300 {
            var rules: [Rule] = []
            for number in 0..<10 {
                var rule = Rule(name: "\(number)")
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    var selectors: [Selector] = []
                    for _ in 0..<Int.random(in: 0...2, using: &random) {
                        selectors.append(try selector(&random))
                    }
                    rule.alternatives.append(selectors)
                }
                rules.append(rule)
            }
            let peer = peer(&random)
            let expected = rules.filter { rule in
                rule.alternatives.contains { selectors in
                    !selectors.isEmpty && selectors.allSatisfy { holds($0, for: peer) }
                }
            }
            found += expected.count
            #expect(Policy(rules: rules).rules(for: peer).rules == expected)
        }
        #expect(found > 100)
    }

    /// The order of the rules must not matter, since the name is looked up for those only whom one names.
    @Test(arguments: [false, true])
    func `a rule for a process matches every user that runs it`(isReversed: Bool) throws {
        let own = try #require(Glob("home/%u/**", specifiers: true))
        let nginx = try #require(Glob("nginx.service"))
        let naming = Rule.alice { rule in
            rule.alternatives = [[.unit(nginx)]]
            rule.keys = [own]
        }
        let other = Rule.alice { $0.alternatives = [[.unit(nginx)]] }
        let named = Policy(rules: isReversed ? [other, naming] : [naming, other])
        #expect(named.names(.bob))
        #expect(!Policy(rules: [other, .alice { $0.keys = [own] }]).names(.bob))
    }

    @Test(arguments: [1, 100, 10_000])
    func `rules that cannot match cost a caller nothing`(count: Int) throws {
        var rules = (1...count).map { number in
            Rule.alice {
                $0.alternatives = [[.uid(UInt32(100_000 + number))], [.gid(UInt32(100_000 + number))]]
            }
        }
        rules.append(.alice())
        let policy = Policy(rules: rules)
        let spent = processorTime {
            for _ in 0..<10_000 { #expect(policy.rules(for: .alice).rules.count == 1) }
        }
        // Looking at ten thousand rules ten thousand times would take many seconds.
        #expect(spent < .seconds(5))
    }
}
