/// A program as its users meet it: the one value that the parser, the help and all else are made from.
package struct Program: Sendable {
    package let name: String
    package let summary: String
    /// What else one has to know, in paragraphs.
    package let details: [String]
    /// Understood before and behind every command.
    package let options: [Option]
    /// The commands under their headings; none: the program does one thing, and takes options only.
    package let groups: [CommandGroup]
    /// The first words that several commands share, and what these commands are for.
    package let families: [Note]
    /// The lines that a newcomer begins with.
    package let firstSteps: [Note]
    package let examples: [Example]
    /// Pages of help beside those of the commands.
    package let topics: [Topic]
    /// Words that are no part of the program, and what to use in their place.
    package let hints: [Note]
    package let environment: [Note]
    package let exitStatuses: [Note]
    /// What stands only in its manual page.
    package let manual: Manual

    package init(
        _ name: String, _ summary: String, details: [String] = [], options: [Option] = [],
        groups: [CommandGroup] = [], families: [Note] = [], firstSteps: [Note] = [],
        examples: [Example] = [], topics: [Topic] = [], hints: [Note] = [], environment: [Note] = [],
        exitStatuses: [Note] = [], manual: Manual = Manual()
    ) {
        self.name = name
        self.summary = summary
        self.details = details
        self.options = options + [.help, .version]
        self.groups = groups.isEmpty ? [] : groups + [CommandGroup("Help", [.help, .version])]
        self.families = families
        self.firstSteps = firstSteps
        self.examples = examples
        self.topics = topics
        self.hints = hints
        self.environment = environment
        self.exitStatuses = exitStatuses
        self.manual = manual
    }
}

/// Commands under one heading.
package struct CommandGroup: Sendable {
    package let heading: String
    package let commands: [Command]

    package init(_ heading: String, _ commands: [Command]) {
        self.heading = heading
        self.commands = commands
    }
}

extension Program {
    /// In the order of the table.
    package var commands: [Command] { groups.flatMap(\.commands) }

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
    package static let help = Option("help", short: "h", .flag, "Print help; -h is shorter.")
    package static let version = Option(
        "version", short: "V", .flag, "Print the version of this program.")
}

extension Command {
    package static let help = Command(
        "help", "Explain a command or a topic",
        arguments: [
            Argument("TOPIC", "The command or topic to explain; none: the program.", count: .any)
        ],
        examples: [Example("help", "all commands and topics"), Example("help presign", "one of them")])

    package static let version = Command(
        "version", "Print the version of this program", examples: [Example("version", "the same as -V")])
}
