import CommandLine
import Testing

/// The answers to a shell.
struct CompletionTests {
    private static let commands = ["bake", "dishes", "sing", "help"]

    private func query(_ words: [String]) -> CompletionQuery { CompletionQuery(Kitchen.program, words) }

    @Test(
        arguments: [
            ([""], commands + ["version"]), (["b"], ["bake"]),
            (["dishes", ""], ["wash", "dry"]),
            (["--loud", "dishes", "d"], ["dry"]),
            (["help", ""], commands + ["version", "heat", "options", "environment", "exit-codes"]),
            (["help", "dishes", "w"], ["wash"]), (["dishes", "wash", ""], ["cold", "warm"]),
            (["dishes", "wash", "cold", ""], []), (["bake", "--heat", ""], ["low", "high"]),
            (["bake", "--heat", "hi"], ["high"]), (["bake", "--heat=lo"], ["low"]),
            (["bake", "x", "--h"], ["--heat", "--help"]), (["bake", "--heat", "low", "--h"], ["--help"]),
            (["bake", "--spice", "salt", "--s"], ["--spice"]), (["bake", "--spice", "--h"], []),
            (["bake", "--", "--h"], []), (["--l"], ["--loud"]), (["nonsense", ""], []),
            ([], commands + ["version"]),
        ] as [([String], [String])])
    func `offers what the table has at that place`(words: [String], expected: [String]) {
        #expect(query(words).candidates.map(\.word) == expected)
    }

    @Test(
        arguments: [
            (["bake", "--spice", ""], Completion.profiles, ""),
            (["bake", "--spice=pe"], .profiles, "--spice="),
            (["bake", "x"], .files, ""), (["bake", "x", "y"], .files, ""), (["bake", "-h"], .nothing, ""),
            (["sing", ""], .commands, ""), (["sing", "la", "--loud", ""], .files, ""),
        ] as [([String], Completion, String)])
    func `says what else belongs there`(words: [String], completion: Completion, prefix: String) {
        let query = query(words)
        #expect(query.completion == completion && query.prefix == prefix)
    }

    @Test func `answers with lines of words, and what a shell has to add`() {
        #expect(query(["b"]).answer() == "bake\tBake things\n:nothing\n")
        #expect(query(["bake", "--heat=h"]).answer() == "--heat=high\t\n:nothing --heat=\n")
        #expect(query(["bake", ""]).answer() == ":files\n")
        #expect(
            query(["bake", "--spice", ""]).answer(profiles: ["a\u{1B}"]) == "a\\u{1b}\tprofile\n:nothing\n")
    }

    @Test func `describes a family of commands and a topic`() {
        #expect(query(["d"]).answer() == "dishes\tWash and dry\n:nothing\n")
        #expect(query(["help", "hea"]).answer() == "heat\tTemperatures\n:nothing\n")
    }

    @Test func `leaves to a program what stands behind its name`() throws {
        guard case .call(let call) = try Kitchen.program.parse(["sing", "la", "--loud", "-x"]) else {
            Issue.record("no call")
            return
        }
        #expect(call.arguments == ["la", "--loud", "-x"] && !call.has(Kitchen.loud))
    }
}
