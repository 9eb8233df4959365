import CommandLine
import Control
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
            _ = try Ossauthctl.command(of: call)
        }
    }

    @Test func `every command and topic is in the overview, and every exit status in its topic`() {
        let plain = Ink(isColoured: false)
        let help = Self.program.help(on: [], plain)
        for command in Self.program.commands { #expect(help.contains("  \(command.name) ")) }
        for topic in Self.program.allTopics { #expect(help.contains("  \(topic.name) ")) }
        let topic = Self.program.help(on: ["exit-codes"], plain)
        for status in ExitStatus.allCases { #expect(topic.contains("\n  \(status.rawValue) ")) }
    }

    @Test func `the first steps fit a small screen, and are valid`() throws {
        let page = Self.program.introduction(Ink(isColoured: false))
        #expect(page.split(separator: "\n", omittingEmptySubsequences: false).count <= 16)
        for step in Self.program.firstSteps {
            guard
                case .call(let call) = try Self.program.parse(
                    step.name.split(separator: " ").map(String.init))
            else { throw NoCall() }
            _ = try Ossauthctl.command(of: call)
        }
    }

    @Test func `hints are for words that it does not understand`() {
        for hint in Self.program.hints {
            let error = #expect(throws: UsageError.self) { try Self.program.parse([hint.name]) }
            #expect(error?.description.hasSuffix("; \(hint.summary)") == true)
        }
        for command in Self.program.commands {
            for hint in command.hints {
                let error = #expect(throws: UsageError.self) {
                    try Self.program.parse(command.words + [hint.name])
                }
                #expect(error?.description.hasSuffix("; \(hint.summary)") == true)
            }
        }
    }

    @Test(arguments: [
        (
            ["presign", "oss://b/k", "--exp", "10m"],
            "unknown option '--exp', did you mean '--expires'?"
        ),
        (["credentials", "media"], "such as 'ossauthctl credentials show media'"),
        (
            ["sign", "--method", "PUT", "oss://b/k"],
            "unknown option '--method'; the method is the first argument: 'sign METHOD OSS-URL'"
        ),
        (
            ["sign", "GET", "oss://b/k", "--explain"],
            "unknown option '--explain'; use --show-string-to-sign"
        ),
        (
            ["presign", "-q", "oss://b/k"],
            "unknown option '-q'; redirect standard error, which has the notes"
        ),
        (["stop"], "unknown command 'stop'; use 'systemctl stop ossauthd'"),
        (["check"], "unknown command 'check'; use 'ossauthd --check'"),
    ])
    func `says what fingers meant that know other programs`(words: [String], part: String) {
        let error = #expect(throws: UsageError.self) { try Self.program.parse(words) }
        #expect(error?.description.contains(part) == true)
    }

    @Test func `no two options of a command have one name`() {
        for command in Self.program.commands {
            #expect(Set(command.options.map(\.name)).count == command.options.count)
        }
    }

    /// The words as a shell reads them, as far as the examples need it.
    private func words(of line: String) -> [String] {
        let line = line.replacing("\"$URL\"", with: "https://host/")
        return line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap {
            index, part in
            index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
        }
    }
}
