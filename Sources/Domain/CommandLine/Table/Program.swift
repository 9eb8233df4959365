/// A program as its users meet it: the one value that the parser, the help and all else are made from.
package struct Program: Sendable {
    package let name: String
    package let summary: String
    /// What else one has to know, in paragraphs.
    package let details: [String]
    /// Understood before and behind every command.
    package let options: [Option]
    /// None: the program does one thing, and takes options only.
    package let commands: [Command]
    package let examples: [Example]
    package let environment: [Note]
    package let exitStatuses: [Note]
    /// What stands only in its manual page.
    package let manual: Manual

    package init(
        _ name: String, _ summary: String, details: [String] = [], options: [Option] = [],
        commands: [Command] = [], examples: [Example] = [], environment: [Note] = [],
        exitStatuses: [Note] = [], manual: Manual = Manual()
    ) {
        self.name = name
        self.summary = summary
        self.details = details
        self.options = options + [.help, .version]
        self.commands = commands.isEmpty ? [] : commands + [.help]
        self.examples = examples
        self.environment = environment
        self.exitStatuses = exitStatuses
        self.manual = manual
    }
}

extension Program {
    /// The call of a program that has no commands.
    var only: Command? { commands.isEmpty ? Command("", summary, examples: examples) : nil }

    /// The command of exactly these words.
    package func command(_ words: [String]) -> Command? {
        commands.first { $0.words == words }
    }

    /// The command that an option behind these words means.
    func defaultCommand(under words: [String]) -> Command? {
        commands(under: words).first { $0.isDefault && $0.words.count == words.count + 1 }
    }

    /// The commands that begin with these words, in the order of the table.
    package func commands(under words: [String]) -> [Command] {
        commands.filter { $0.words.starts(with: words) }
    }
}

extension Option {
    package static let help = Option("help", short: "h", .flag, "Print this help.")
    package static let version = Option("version", .flag, "Print the version of this program.")
}

extension Command {
    package static let help = Command(
        "help", "Explain a command",
        arguments: [Argument("COMMAND", "The command to explain; none: the program.", count: .any)],
        examples: [Example("help", "all commands"), Example("help presign", "one of them")])
}
