/// A program as its users meet it: the one value that the parser, the help and all else are made from.
package struct Program: Sendable {
    package let name: String
    package let summary: String
    /// Understood before and behind every command.
    package let options: [Option]
    package let commands: [Command]
    package let examples: [Example]
    package let environment: [Note]
    package let exitStatuses: [Note]

    package init(
        _ name: String, _ summary: String, options: [Option] = [], commands: [Command],
        examples: [Example] = [], environment: [Note] = [], exitStatuses: [Note] = []
    ) {
        self.name = name
        self.summary = summary
        self.options = options + [.help, .version]
        self.commands = commands + [.help]
        self.examples = examples
        self.environment = environment
        self.exitStatuses = exitStatuses
    }
}

extension Program {
    /// The command of exactly these words.
    package func command(_ words: [String]) -> Command? {
        commands.first { $0.words == words }
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
