import Access
import TestSupport
import Testing

@testable import Suggesting

struct InstanceRuleTests {
    /// A unit of a template, with a user of its own.
    private static func agent(_ instance: String, user: UInt32) -> Service {
        Service(user: user, name: "agent\(user)", unit: "agent@\(instance).service") { _ in ("", "") }
    }

    @Test func `instances that each used a folder of their own get one rule`() throws {
        let agents = (0..<20).map { InstanceRuleTests.agent("\($0)", user: UInt32(6_000 + $0)) }
        let odd = InstanceRuleTests.agent(#"a\x2db"#, user: 6_020)
        let folders = agents.indices.map(String.init) + ["e--a_5cx2db"]
        let entries = zip(agents + [odd], folders).flatMap { agent, folder in
            [
                Entry(agent, Wish(key: "jobs/\(folder)/in/1")),
                Entry(agent, Wish(key: "jobs/\(folder)/", isPrefix: true)),
            ]
        }
        let text = suggestion(entries, of: agents)
        #expect(
            text.split(separator: "\n").filter { $0.hasPrefix("Match=") } == [
                "Match=unit:agent@*.service"
            ])
        #expect(text.contains("\n# 42 requests on 1 day\nKey=jobs/%i/**\n"), "\(text)")
        let policy = try policy(text, of: agents)
        for (agent, own) in zip(agents + [odd], folders) {
            let rules = policy.rules(for: agent.peer)
            #expect(folders.allSatisfy { Wish(key: "jobs/\($0)/in/2").isGranted(by: rules) == ($0 == own) })
        }
    }

    @Test(arguments: [
        // One instance alone.
        [("1", "jobs/1/a")],
        // A key beside the folder, in that of another, at another depth.
        [("1", "jobs/1/a"), ("2", "jobs/2/a"), ("2", "shared/a")],
        [("1", "jobs/1/a"), ("2", "jobs/1/a")], [("1", "jobs/1/a"), ("2", "jobs/new/2/a")],
        // The name of the object is no folder.
        [("1", "jobs/1"), ("2", "jobs/2")],
    ])
    func `other instances have a rule each`(uses: [(instance: String, key: String)]) throws {
        let agents = ["1", "2"].map { InstanceRuleTests.agent($0, user: 6_000) }
        let entries = uses.map { use in
            Entry(InstanceRuleTests.agent(use.instance, user: 6_000), Wish(key: use.key))
        }
        let text = suggestion(entries, of: agents)
        #expect(!text.contains("%i") && !text.contains("agent@*"), "\(text)")
        let policy = try policy(text, of: agents)
        for use in uses {
            let rules = policy.rules(for: InstanceRuleTests.agent(use.instance, user: 6_000).peer)
            #expect(Wish(key: use.key).isGranted(by: rules))
        }
    }

    @Test func `instances whose requests were mostly counted have no rule`() throws {
        let agents = ["1", "2"].map { InstanceRuleTests.agent($0, user: 6_000) }
        var count = Entry()
        for (name, value) in [
            ("UID", "6000"), ("CLASS", "read"), ("VERDICT", "granted"), ("RULE", "web"), ("COUNT", "400"),
        ] {
            count.add("OSSAUTHD_\(name)", value)
        }
        let entries = agents.enumerated().map { Entry($1, Wish(key: "jobs/\($0 + 1)/a")) }
        #expect(suggestion(entries, of: agents).contains("Key=jobs/%i/**"))
        #expect(!suggestion(entries + [count], of: agents).contains("Key="))
    }
}
