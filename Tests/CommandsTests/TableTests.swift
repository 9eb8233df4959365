import CommandLine
import Commands
import Testing

/// Holds the table to what every user may rely on.
struct TableTests {
    private static let program = Program.ossauthctl

    @Test(arguments: program.commands)
    func `every command has examples, and its help shows them`(command: Command) {
        let help = Self.program.help(on: command.words, Ink(isColoured: false))
        #expect(!command.examples.isEmpty)
        for example in command.examples { #expect(help.contains(example.line(of: "ossauthctl"))) }
    }

    @Test(arguments: program.commands)
    func `every option and argument stands in the help of its command`(command: Command) {
        let help = Self.program.help(on: command.words, Ink(isColoured: false))
        for option in command.options + Self.program.options { #expect(help.contains("--\(option.name)")) }
        for argument in command.arguments { #expect(help.contains(argument.name)) }
    }

    @Test(arguments: program.commands)
    func `only the last argument stands for several words`(command: Command) {
        #expect(command.arguments.dropLast().allSatisfy { $0.count == .one })
    }

    @Test func `every example is understood`() throws {
        for example in Self.program.commands.flatMap(\.examples) + Self.program.examples {
            guard case .call(let call) = try Self.program.parse(words(of: example.words)) else { continue }
            _ = try Action(call) { _ in nil }
        }
    }

    @Test func `every command is in the overview, and every exit status`() {
        let help = Self.program.help(on: [], Ink(isColoured: false))
        for command in Self.program.commands { #expect(help.contains("  \(command.name) ")) }
        for status in ExitStatus.allCases { #expect(help.contains("\n  \(status.rawValue) ")) }
    }

    @Test func `no two options of a command have one name`() {
        for command in Self.program.commands {
            #expect(Set(command.options.map(\.name)).count == command.options.count)
        }
    }

    @Test func `an option behind the words of a group is completed as that of its default command`() {
        let query = CompletionQuery(Self.program, ["credentials", "--format", "ossu"])
        #expect(query.candidates.map(\.word) == ["ossutil"])
        #expect(
            CompletionQuery(Self.program, ["credentials", "--end"]).candidates.map(\.word) == ["--endpoint"])
        #expect(
            CompletionQuery(Self.program, ["credentials", "s"]).candidates.map(\.word) == ["show", "set"])
    }

    /// What a shell makes of the words, as far as our examples use it.
    private func words(of line: String) -> [String] {
        let line = line.replacing("\"$URL\"", with: "https://host/")
        return line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap {
            index, part in
            index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
        }
    }
}
