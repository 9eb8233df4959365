internal import Access
internal import Sections
internal import Settings
import Testing

/// Users and groups in rules and sinks whom the host does not know when the daemon starts.
struct UnknownAccountTests {
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

    @Test func `at a start they match no caller, and their positions are reported`() throws {
        let settings = try settings(
            "[Access a]\nAllow=sign\nMatch=user:alice\nMatch=uid:0 user:bob\n",
            "[Access b]\nMatch=group:wheel\nAllow=sign\n", environment: Self.start)
        #expect(
            settings.unknownAccounts.map(\.description) == [
                "a.conf:4:7: warning: this host knows no user 'bob', so this line of [Access a] matches no caller",
                "b.conf:2:7: warning: this host knows no group 'wheel', so this line of [Access b] matches no caller",
            ])
    }

    @Test(arguments: [
        ("Match=user:bob", false), ("Match=group:wheel", false),
        // The known part of such a line must not apply alone.
        ("Match=user:bob group:staff", false), ("Match=group:staff user:bob", false),
        ("Match=user:bob group:wheel", false), ("Match=user:bob\nMatch=user:alice", true),
        ("Match=group:wheel\nMatch=group:staff", true), ("Match=user:alice group:staff", true),
    ])
    func `a line with an unknown account matches no caller, and the other lines stay in force`(
        match: String, isGranted: Bool
    )
        throws
    {
        #expect(try isForAlice(match) == isGranted)
    }

    @Test func `a rule for unknown accounts alone does not restore the standard rules`() throws {
        #expect(try policy("Match=user:bob").rules(for: Peer(uid: 0, gid: 0)).rules.isEmpty)
    }

    @Test func `a line with an unknown account needs no facts about the processes of other users`() throws {
        #expect(try policy("Match=user:bob unit:a.service").facts(about: Peer(uid: 1_000, gid: 50)).isEmpty)
        let known = try policy("Match=user:alice unit:a.service")
        #expect(known.facts(about: Peer(uid: 1_000, gid: 50)) == [.unit])
    }

    @Test func `a start leaves out the files of unknown owners, and reports their positions`() throws {
        let settings = try settings(
            "[Profile p]\nSource=manual\n[Sink x]\nProfile=p\nFormat=env\nPath=/x\nUser=bob\nGroup=wheel\n",
            "[Sink y]\nProfile=p\nFormat=env\nPath=/y\nUser=alice\n", environment: Self.start)
        #expect(settings.sinks.map(\.name) == ["y"])
        #expect(
            settings.unknownAccounts.map(\.description) == [
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
