/// The command line of a program: the one table from which parser, help, completion and manual are made.
package struct Program: Sendable {
    package let name: String
    package let summary: String
    /// The description in paragraphs.
    package let details: [String]
    /// Valid before and behind every command.
    package let options: [Option]
    /// The commands under their headings; empty: the program has no commands, only options.
    package let groups: [CommandGroup]
    /// First words that several commands share, and the purpose of these commands.
    package let families: [Note]
    /// Example lines for a new user.
    package let firstSteps: [Note]
    package let examples: [Example]
    /// Pages of help that belong to no command.
    package let topics: [Topic]
    /// Words that the program does not have, and what to use instead.
    package let hints: [Note]
    package let environment: [Note]
    package let exitStatuses: [Note]
    /// Sections that only the manual page has.
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

    /// In the order of the table.
    package var commands: [Command] { groups.flatMap(\.commands) }

    /// The one command of a program without commands.
    var only: Command? { commands.isEmpty ? Command("", summary, examples: examples) : nil }

    /// The command with exactly these words.
    package func command(_ words: [String]) -> Command? {
        commands.first { $0.words == words }
    }

    /// The command to which an option behind these words belongs.
    func defaultCommand(under words: [String]) -> Command? {
        commands(under: words).first { $0.isDefault && $0.words.count == words.count + 1 }
    }

    /// The commands that begin with these words, in the order of the table.
    package func commands(under words: [String]) -> [Command] {
        commands.filter { $0.words.starts(with: words) }
    }

    /// Its own topics, and those that are made from the table.
    package var allTopics: [Topic] {
        guard !commands.isEmpty else { return [] }
        return topics + [
            Topic(
                "options", "The options of every command",
                notes: options.map { Note($0.usage, $0.explanation) }),
            Topic("environment", "The variables that it reads", notes: environment),
            Topic("exit-codes", "How it ends", notes: exitStatuses),
        ]
    }

    /// The topic with exactly this one word.
    func topic(_ words: [String]) -> Topic? {
        words.count == 1 ? allTopics.first { $0.name == words[0] } : nil
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

/// A page of help on a topic.
package struct Topic: Equatable, Sendable {
    /// One word.
    package let name: String
    package let summary: String
    package let details: [String]
    package let notes: [Note]

    package init(_ name: String, _ summary: String, details: [String] = [], notes: [Note] = []) {
        self.name = name
        self.summary = summary
        self.details = details
        self.notes = notes
    }
}

/// Sections that only the manual page of a program has.
package struct Manual: Equatable, Sendable {
    /// 1 for user commands, 8 for system daemons.
    package let section: Int
    package let signals: [Note]
    package let files: [Note]
    /// Other pages, as in `ossauthd(8)`.
    package let seeAlso: [String]

    package init(
        section: Int = 1, signals: [Note] = [], files: [Note] = [], seeAlso: [String] = []
    ) {
        self.section = section
        self.signals = signals
        self.files = files
        self.seeAlso = seeAlso
    }
}
