internal import Access
import Testing

@testable import AccessSupport

struct UnitInstanceTests {
    private func globs(_ patterns: [String]) throws -> [Glob] {
        try patterns.map { try #require(Glob($0, specifiers: true)) }
    }

    private func rule(_ match: [String] = ["agent@*.service"], keys: String...) throws -> Rule {
        let (units, keys) = (try globs(match), try globs(keys))
        return .alice { rule in
            rule.alternatives = units.map { [.unit($0)] }
            rule.keys = keys
        }
    }

    private func process(of unit: String?) -> Peer {
        var peer = Peer(uid: 1_000, gid: 1_000)
        peer.facts.unit = unit
        return peer
    }

    @Test(arguments: [
        ("agent@42.service", "42"), ("agent@a@b.service", "a@b"), ("agent@1.2.service", "1.2"),
        (#"agent@a\x2db.service"#, "e--a_5cx2db"), ("agent@..service", "e--_2e"),
        ("agent@...service", "e--_2e_2e"),
        ("agent@*.service", "e--_2a"), ("agent@%i.service", "e--_25i"), ("agent@a b.service", "e--a_20b"),
        ("agent@e--_2a.service", "e--e--_5f2a"), ("agent@:.service", "e--_3a"),
        ("agent@ü.service", "e--_c3_bc"),
    ])
    func `the value of an instance is a name of a folder`(unit: String, folder: String) {
        #expect(process(of: unit).facts.instance == folder)
    }

    @Test(arguments: ["agent@.service", "agent.service", "agent@42", "agent@", "@", "", nil])
    func `a unit that is no instance has none`(unit: String?) throws {
        #expect(process(of: unit).facts.instance == nil)
        let rule = try rule(keys: "jobs/%i/**")
        #expect(
            Request(key: "jobs/42/a").decision(of: rule, for: process(of: unit)) == .refused(missing: .rule))
    }

    @Test func `no two instances share a folder, and none leaves its own`() throws {
        let rule = try rule(keys: "jobs/%i/**")
        let parts = ["a", ".", "-", "_", "@", ":", #"\"#, "2f", "e--", "*"]
        let names =
            parts.flatMap { one in parts.flatMap { two in parts.map { one + two + $0 } } } + parts
            + [String(repeating: "x", count: 255 - "agent@.service".utf8.count)]
        var folders: [String: String] = [:]
        for name in Set(names) {
            let peer = process(of: "agent@\(name).service")
            let folder = try #require(peer.facts.instance)
            #expect(folders.updateValue(name, forKey: folder) == nil)
            #expect(folder != "." && folder != ".." && !folder.contains { "/*?\\%".contains($0) })
            #expect(Request(key: "jobs/\(folder)/a").decision(of: rule, for: peer) == .granted(by: 0))
            for key in ["jobs/\(folder)", "jobs/other/a", "jobs/\(folder)x/a", "jobs/\(folder)/../other/a"] {
                #expect(Request(key: key).decision(of: rule, for: peer) != .granted(by: 0))
            }
        }
    }

    @Test func `a user's manager names no instance of the system`() throws {
        let path = "/user.slice/user-1000.slice/user@1000.service/app.slice/agent@42.service"
        let unit = CgroupPath(path: path).unit
        #expect(unit == "user@1000.service")
        let rule = try rule(keys: "jobs/%i/**")
        #expect(
            Request(key: "jobs/42/a").decision(of: rule, for: process(of: unit)) == .refused(missing: .rule))
    }

    @Test func `a listing is confined to the folder`() throws {
        let rule = try rule(keys: "jobs/%i/**")
        for prefix in ["jobs/42/", "jobs/42/in/", "jobs/4", "jobs/", ""] {
            let listing = Request(key: prefix, keyIsPrefix: true)
            let decision = listing.decision(of: rule, for: process(of: "agent@42.service"))
            #expect((decision == .granted(by: 0)) == prefix.hasPrefix("jobs/42/"), "\(prefix)")
        }
    }

    @Test(
        arguments: [
            (["agent@*.service"], ["jobs/%i/**"], true), (["agent@*.service"], ["%i/**", "%i/a"], true),
            (["agent@*.service"], ["in/%i/**", "out/%i/**", "pub/**"], true),
            (["agent@*.service"], ["*/%i/**"], true),
            (["agent@*.service", "agent@*.service"], ["jobs/%i"], true), (["*"], ["jobs/**"], true),
            (["agent@*.service", "job@*.service"], ["jobs/%i/**"], false),
            (["agent@*.service", "a.service"], ["%i/**"], false),
            (["*@*.service"], ["%i/**"], false), (["agent@**.service"], ["%i/**"], false),
            (["agent@4*.service"], ["%i/**"], false),
            (["agent@*"], ["%i/**"], false), (["agent@*.*"], ["%i/**"], false),
            (["agent@42.service"], ["%i/**"], false),
            (["@*.service"], ["%i/**"], false), (["a@b@*.service"], ["%i/**"], false),
            (["agent@*.service"], ["**/%i/**"], false), (["agent@*.service"], ["jobs/%i*"], false),
            (["agent@*.service"], ["jobs/x%i/**"], false),
            (["agent@*.service"], ["%i/**", "jobs/%i/**"], false),
            (["agent@*.service"], ["jobs/%i%u/**"], false),
        ] as [([String], [String], Bool)])
    func `a rule by which two units could share a key is a mistake`(
        match: [String], keys: [String], isRight: Bool
    ) throws {
        var rule = try rule(match)
        rule.keys = try globs(keys)
        #expect((rule.instanceMistake == nil) == isRight)
    }
}
