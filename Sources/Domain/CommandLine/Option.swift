/// An option with two dashes, with or without a value.
package struct Option: Equatable, Sendable {
    /// The kind of value behind the name.
    package enum Value: Equatable, Sendable {
        /// No value.
        case flag
        /// A value that only `=` attaches, or none.
        case optional(String)
        /// Any text; the word is its placeholder in the help.
        case text(String, completedBy: Completion = .nothing)
        case path(String)
        case choice(String, [String])
        /// A span of time, in seconds if it has no unit.
        case span(String)
    }

    /// Without the dashes.
    package let name: String
    package let short: Character?
    package let value: Value
    package let summary: String
    package let isRepeatable: Bool
    /// The default, in the words of the help.
    package let standard: String?
    /// The environment variable that is used without the option.
    package let variable: String?

    package init(
        _ name: String, short: Character? = nil, _ value: Value, _ summary: String,
        isRepeatable: Bool = false, standard: String? = nil, variable: String? = nil
    ) {
        self.name = name
        self.short = short
        self.value = value
        self.summary = summary
        self.isRepeatable = isRepeatable
        self.standard = standard
        self.variable = variable
    }

    package var placeholder: String? {
        switch value {
        case .flag: nil
        case .optional(let word), .text(let word, _), .path(let word), .choice(let word, _), .span(let word):
            word
        }
    }

    package var completion: Completion {
        switch value {
        case .flag, .optional, .span: .nothing
        case .text(_, let completion): completion
        case .path: .files
        case .choice(_, let choices): .words(choices)
        }
    }

    /// Whether the word behind it is its value.
    package var takesWord: Bool {
        switch value {
        case .flag, .optional: false
        default: true
        }
    }

    package var choices: [String] {
        guard case .choice(_, let choices) = value else { return [] }
        return choices
    }

    /// As in `-h, --help` and `--method METHOD`.
    package var usage: String {
        let shortForm = short.map { "-\($0), " } ?? ""
        let value = placeholder.map { takesWord ? " \($0)" : "[=\($0)]" } ?? ""
        return "\(shortForm)--\(name)\(value)"
    }
}

/// The kind of words that a shell offers for completion.
package enum Completion: Equatable, Sendable {
    case nothing
    case words([String])
    case files
    /// Users of the host.
    case users
    /// Units of systemd.
    case units
    /// A program, then the arguments of that program.
    case commands
}
