/// A word with two dashes, and perhaps a value.
package struct Option: Equatable, Sendable {
    /// What follows the name.
    package enum Value: Equatable, Sendable {
        /// Nothing: the option is there or not.
        case flag
        /// Any text; the word stands for it in the help.
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
    /// What holds where the option is not given, in the words of the help.
    package let standard: String?
    /// The variable that is looked at where the option is not given.
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
}

extension Option {
    package var placeholder: String? {
        switch value {
        case .flag: nil
        case .text(let word, _), .path(let word), .choice(let word, _), .span(let word): word
        }
    }

    var completion: Completion {
        switch value {
        case .flag, .span: .nothing
        case .text(_, let completion): completion
        case .path: .files
        case .choice(_, let choices): .words(choices)
        }
    }

    package var choices: [String] {
        guard case .choice(_, let choices) = value else { return [] }
        return choices
    }

    /// As in `-h, --help` and `--method METHOD`.
    package var usage: String {
        let shortForm = short.map { "-\($0), " } ?? ""
        return "\(shortForm)--\(name)\(placeholder.map { " " + $0 } ?? "")"
    }
}
