/// A command of a program.
package struct Command: Equatable, Sendable {
    /// One word or more: `credentials set`.
    package let name: String
    /// The purpose in a few words, without a full stop.
    package let summary: String
    /// The description in paragraphs.
    package let details: [String]
    package let arguments: [Argument]
    package let options: [Option]
    package let examples: [Example]
    /// Options that the command does not have, and what to use instead.
    package let hints: [Note]
    /// Whether its words without the last one, followed by an option, select it too.
    package let isDefault: Bool

    package init(
        _ name: String, _ summary: String, details: [String] = [], arguments: [Argument] = [],
        options: [Option] = [], examples: [Example], hints: [Note] = [], isDefault: Bool = false
    ) {
        self.name = name
        self.summary = summary
        self.details = details
        self.arguments = arguments
        self.options = options
        self.examples = examples
        self.hints = hints
        self.isDefault = isDefault
    }

    package var words: [String] { name.split(separator: " ").map(String.init) }

    /// Whether every word behind this many arguments belongs to the program that the last argument names.
    func isEnded(by count: Int) -> Bool {
        arguments.indices.contains(count - 1) && arguments[count - 1].completion == .commands
    }

    /// The number of arguments that it accepts.
    var argumentCount: ClosedRange<Int> {
        let least = arguments.filter { $0.count == .one || $0.count == .many }.count
        let takesAll = arguments.contains { $0.count == .many || $0.count == .any }
        return least...(takesAll ? .max : arguments.count)
    }
}

/// A positional argument of a command.
package struct Argument: Equatable, Sendable {
    /// Only the last argument of a command may stand for several words.
    package enum Count: Equatable, Sendable { case one, optional, many, any }

    /// The name in the help: `METHOD`.
    package let name: String
    package let summary: String
    package let count: Count
    /// The valid values; empty: any.
    package let choices: [String]
    private let hint: Completion

    package init(
        _ name: String, _ summary: String, count: Count = .one, choices: [String] = [],
        completedBy hint: Completion = .nothing
    ) {
        self.name = name
        self.summary = summary
        self.count = count
        self.choices = choices
        self.hint = hint
    }

    package var usage: String {
        switch count {
        case .one: name
        case .optional: "[\(name)]"
        case .many: "\(name)..."
        case .any: "[\(name)...]"
        }
    }

    package var completion: Completion { choices.isEmpty ? hint : .words(choices) }
}

/// A command line to copy, and its purpose.
package struct Example: Equatable, Sendable {
    /// The words behind the name of the program.
    package let words: String
    /// A command before it in the line, whose output the program reads.
    package let input: String?
    /// The end of the line, which takes the output: `> FILE` or `| COMMAND`.
    package let output: String?
    package let summary: String

    package init(_ words: String, _ summary: String, input: String? = nil, output: String? = nil) {
        self.words = words
        self.summary = summary
        self.input = input
        self.output = output
    }

    /// The whole line for a shell.
    package func line(of program: String) -> String {
        "\(input.map { "\($0) | " } ?? "")\(program) \(words)\(output.map { " \($0)" } ?? "")"
    }
}

/// A name and its explanation.
package struct Note: Equatable, Sendable {
    package let name: String
    package let summary: String

    package init(_ name: String, _ summary: String) {
        self.name = name
        self.summary = summary
    }
}
