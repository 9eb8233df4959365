internal import Access
import Testing

@testable import AccessSupport

struct PolicyTests {
    @Test(arguments: [
        (Peer.root, true), (.alice, true), (.bob, false), (Peer(uid: 7, gid: 990), true), (.nameless, false),
    ])
    func `without rules root and the group may sign`(peer: Peer, mayUse: Bool) {
        let rules = Policy.standard(group: 990).rules(for: peer)
        for operation in [Operation.sign, .presign, .postPolicy, .status, .watch] {
            #expect(Request(operation: operation).decision(of: rules).isGranted == mayUse)
        }
        for operation in [Operation.signString, .signOpaque, .credentials] {
            #expect(Request(operation: operation).decision(of: rules).isGranted == false)
        }
        #expect(rules.mayUse(profile: "media") == mayUse)
    }

    @Test func `without the group only root may sign`() {
        let policy = Policy.standard(group: nil)
        #expect(Request().decision(of: policy.rules(for: .root)) == .granted(by: 0))
        #expect(Request().decision(of: policy.rules(for: .alice)) == .refused(missing: .rule))
    }

    @Test(arguments: [(Peer.root, true), (.alice, true), (.bob, false), (Peer(uid: 7, gid: 990), false)])
    func `the user of a daemon of its own may sign, and the group of the system's may not`(
        peer: Peer, mayUse: Bool
    ) {
        let rules = Policy.standard(group: 990, owner: 1_000).rules(for: peer)
        #expect(Request().decision(of: rules).isGranted == mayUse)
    }

    @Test func `no rule at all grants nothing`() {
        let rules = Policy(rules: []).rules(for: .root)
        for operation in Operation.allCases {
            #expect(Request(operation: operation).decision(of: rules) == .refused(missing: .rule))
        }
    }

    @Test(
        arguments: [
            ([[.uid(1_000)]], true), ([[.uid(1_001)]], false), ([[.gid(1_000)]], true), ([[.gid(27)]], true),
            ([[.gid(28)]], false), ([[.uid(1_000), .gid(28)]], false), ([[.uid(1_000), .gid(27)]], true),
            ([[.uid(1)], [.gid(27)]], true), ([], false), ([[]], false),
            ([[.uid(1_000), .unknown("user 'bob'")]], false),
            ([[.unknown("user 'bob'")], [.gid(27)]], true),
        ] as [([[Selector]], Bool)])
    func `all selectors of one alternative must hold`(alternatives: [[Selector]], isGranted: Bool) {
        let decision = Request().decision(of: .alice { $0.alternatives = alternatives })
        #expect(decision == (isGranted ? .granted(by: 0) : .refused(missing: .rule)))
    }

    @Test func `one rule must grant all of a request`() throws {
        let pictures = try #require(Glob("pictures"))
        let films = try #require(Glob("films"))
        let reading = Rule.alice { $0.buckets = [pictures] }
        let writing = Rule.alice { rule in
            rule.buckets = [films]
            rule.operations = [.presign]
        }
        let rules = Policy(rules: [reading, writing]).rules(for: .alice)
        #expect(Request(operation: .sign, bucket: "pictures").decision(of: rules) == .granted(by: 0))
        #expect(Request(operation: .presign, bucket: "films").decision(of: rules) == .granted(by: 1))
        #expect(
            Request(operation: .presign, bucket: "pictures").decision(of: rules) == .refused(missing: .bucket)
        )
    }

    @Test func `another caller's rule is neither used nor revealed`() {
        let bobs = Rule.alice { rule in
            rule.alternatives = [[.uid(1_001)]]
            rule.operations = [.presign]
            rule.maxExpires = .seconds(60)
        }
        let rules = Policy(rules: [bobs, .alice()]).rules(for: .alice)
        let decision = Request(operation: .presign, expires: .seconds(61)).decision(of: rules)
        #expect(decision == .refused(missing: .operation(.presign)))
        #expect(rules.rules.map(\.name) == ["alice"])
    }

    @Test func `a rule that allows nothing shows no profile`() {
        let rules = Policy(rules: [.alice { $0.operations = [] }]).rules(for: .alice)
        #expect(!rules.mayUse(profile: "media"))
    }

    @Test func `a profile that no rule names does not exist for the caller`() throws {
        let media = try #require(Glob("media-*"))
        let rules = Policy(rules: [.alice { $0.profiles = [media] }]).rules(for: .alice)
        #expect(rules.mayUse(profile: "media-eu"))
        #expect(!rules.mayUse(profile: "backup"))
        #expect(Request(profile: "backup").decision(of: rules) == .refused(missing: .profile))
    }
}
