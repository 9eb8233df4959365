internal import Access
import Testing

@testable import AccessSupport

struct ProcessFactTests {
    private static let nginx: Peer = {
        var peer = Peer(uid: 33, gid: 33)
        peer.facts.unit = "nginx.service"
        peer.facts.slice = "web-front.slice"
        peer.facts.executable = "/usr/sbin/nginx"
        peer.facts.label = "system_u:system_r:httpd_t:s0"
        return peer
    }()

    private static let all: [(String, Fact, @Sendable (Glob) -> Selector)] = [
        ("nginx.service", .unit, { .unit($0) }), ("web-*.slice", .slice, { .slice($0) }),
        ("/usr/**/nginx", .executable, { .executable($0) }), ("*:httpd_t:*", .label, { .label($0) }),
    ]

    private func rule(_ selectors: Selector...) -> Rule {
        .alice { $0.alternatives = [selectors] }
    }

    @Test(arguments: all.indices)
    func `a rule for a process is for callers of which this is known`(index: Int) throws {
        let (pattern, fact, selector) = Self.all[index]
        let rule = rule(selector(try #require(Glob(pattern))))
        #expect(Request().decision(of: rule, for: Self.nginx) == .granted(by: 0))
        #expect(Request().decision(of: rule, for: .root) == .refused(missing: .rule))
        #expect(Policy(rules: [rule]).facts(about: .root) == SmallSet([fact]))
    }

    @Test(arguments: all.indices)
    func `another process has no use of the rule`(index: Int) throws {
        let rule = rule(Self.all[index].2(try #require(Glob("other"))))
        #expect(Request().decision(of: rule, for: Self.nginx) == .refused(missing: .rule))
    }

    @Test func `a name is looked up only where a rule for this user speaks of it`() throws {
        var naming = rule(.uid(1_000))
        naming.keys = [try #require(Glob("%u/**", specifiers: true))]
        let policy = Policy(rules: [naming, rule(.gid(33))])
        #expect(policy.names(.alice) && !policy.names(Self.nginx))
        naming.alternatives = [[.unit(try #require(Glob("nginx.service")))]]
        #expect(Policy(rules: [naming]).names(Self.nginx))
    }

    @Test func `only facts that a rule for this user refers to are looked up`() throws {
        let unit = Selector.unit(try #require(Glob("*")))
        let policy = Policy(rules: [rule(.uid(1_000), unit), rule(.gid(33))])
        #expect(policy.facts(about: .alice) == [.unit])
        #expect(policy.facts(about: Self.nginx).isEmpty)
    }
}
