internal import Access
internal import Settings
import Testing

/// Users and groups in rules and sinks whom the host does not know when the daemon starts.
struct StrangerTests {
    private static var start: Environment {
        var environment = Environment.test
        environment.isStart = true
        return environment
    }

    private func policy(_ match: String) throws -> Policy {
        try settings("[Access a]\nAllow=sign\n\(match)\n", environment: Self.start).policy
    }

    private func isForAlice(_ match: String) throws -> Bool {
        !(try policy(match).rules(for: Peer(uid: 1_000, gid: 50)).rules.isEmpty)
    }

    @Test func `a start takes them for nobody, and says where they stand`() throws {
        let settings = try settings(
            "[Access a]\nAllow=sign\nMatch=user:alice\nMatch=uid:0 user:bob\n",
            "[Access b]\nMatch=group:wheel\nAllow=sign\n", environment: Self.start)
        #expect(
            settings.strangers.map(\.description) == [
                "a.conf:4:7: warning: this host knows no user 'bob', so this line of [Access a] is for nobody",
                "b.conf:2:7: warning: this host knows no group 'wheel', so this line of [Access b] is for nobody",
            ])
    }

    @Test(arguments: [
        ("Match=user:bob", false), ("Match=group:wheel", false),
        // What else the line says must not be all that is left of it.
        ("Match=user:bob group:staff", false), ("Match=group:staff user:bob", false),
        ("Match=user:bob group:wheel", false), ("Match=user:bob\nMatch=user:alice", true),
        ("Match=group:wheel\nMatch=group:staff", true), ("Match=user:alice group:staff", true),
    ])
    func `a line with a stranger is for nobody, the others are as they were`(match: String, isGranted: Bool)
        throws
    {
        #expect(try isForAlice(match) == isGranted)
    }

    @Test func `a rule for strangers alone does not bring the standard rules back`() throws {
        #expect(try policy("Match=user:bob").rules(for: Peer(uid: 0, gid: 0)).rules.isEmpty)
    }

    @Test func `a stranger's line asks nothing of the processes of others`() throws {
        #expect(try policy("Match=user:bob unit:a.service").facts(about: Peer(uid: 1_000, gid: 50)).isEmpty)
        let known = try policy("Match=user:alice unit:a.service")
        #expect(known.facts(about: Peer(uid: 1_000, gid: 50)) == [.unit])
    }

    @Test func `a start leaves out the files of strangers, and says where they stand`() throws {
        let settings = try settings(
            "[Profile p]\nSource=manual\n[Sink x]\nProfile=p\nFormat=env\nPath=/x\nUser=bob\nGroup=wheel\n",
            "[Sink y]\nProfile=p\nFormat=env\nPath=/y\nUser=alice\n", environment: Self.start)
        #expect(settings.sinks.map(\.name) == ["y"])
        #expect(
            settings.strangers.map(\.description) == [
                "a.conf:7:6: warning: this host knows no user 'bob', so the file of [Sink x] is not written",
                "a.conf:8:7: warning: this host knows no group 'wheel', so the file of [Sink x] is not written",
            ])
    }

    @Test func `other mistakes are as fatal at a start as ever`() {
        let text = "[Access a]\nMatch=uid:x user:bob\nAllow=sign\n"
        #expect(
            problems([text], environment: Self.start) == ["a.conf:2:11: 'x' is no number of a user or group"])
    }
}
