internal import Text

/// Why a command line is invalid, in one sentence that says what to do.
package struct UsageError: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ sentence: String) {
        description = sentence
    }

    static func missingCommand(_ path: [String], of program: Program) -> UsageError {
        guard !path.isEmpty else {
            return UsageError("a command is missing; '\(program.name) help' lists them")
        }
        return UsageError("'\(joined(path))' needs one of \(members(of: path, in: program))")
    }

    static func unknownCommand(_ words: [String], in program: Program) -> UsageError {
        let known =
            program.commands.map { joined($0.words.prefix(words.count)) } + program.allTopics.map(\.name)
        let family = Array(words.dropLast())
        let lister = family.isEmpty ? "'\(program.name) help' lists them" : advice(words, family, in: program)
        return unknown("command", joined(words), among: known, program.hints, otherwise: lister)
    }

    /// Advice on a word behind those of a family, which may be an argument without its command.
    private static func advice(_ words: [String], _ family: [String], in program: Program) -> String {
        let member = program.commands(under: family).first { !$0.arguments.isEmpty }
        let example = member.map { ", such as '\(program.name) \($0.name) \(words[family.count])'" } ?? ""
        return "'\(joined(family))' needs one of \(members(of: family, in: program))\(example)"
    }

    private static func members(of family: [String], in program: Program) -> String {
        program.commands(under: family).map { "'\($0.words[family.count])'" }.joined(separator: ", ")
    }

    static func unknownOption(_ word: String, among options: [Option], _ hints: [Note]) -> UsageError {
        unknown(
            "option", word, among: options.map { "--\($0.name)" }, hints, otherwise: "'--help' lists them")
    }

    private static func unknown(
        _ kind: String, _ word: String, among known: [String], _ hints: [Note], otherwise: String
    ) -> UsageError {
        if let hint = hints.first(where: { $0.name == word }) {
            return UsageError("unknown \(kind) '\(word)'; \(hint.summary)")
        }
        let clause = Suggestion.clause(for: word, among: known)
        return UsageError("unknown \(kind) '\(word)'\(clause.isEmpty ? "; \(otherwise)" : clause)")
    }

    static func missingValue(_ option: Option) -> UsageError {
        UsageError("'--\(option.name)' needs a value: \(option.usage)")
    }

    static func forgottenValue(_ option: Option, before word: String) -> UsageError {
        UsageError("'--\(option.name)' needs a value before '\(word)': \(option.usage)")
    }

    static func unexpectedValue(_ option: Option) -> UsageError {
        UsageError("'--\(option.name)' takes no value")
    }

    static func notAChoice(_ name: String, _ value: String, _ choices: [String]) -> UsageError {
        let clause = Suggestion.clause(for: value, among: choices)
        let list = choices.joined(separator: ", ")
        guard !value.hasPrefix("oss://") else {
            return UsageError("\(name) is missing before '\(value)'; it is one of \(list)")
        }
        return UsageError("\(name) cannot be '\(value)'\(clause.isEmpty ? "; it is one of \(list)" : clause)")
    }

    static func missingArgument(
        _ argument: Argument, of command: Command, in program: Program
    ) -> UsageError {
        let help = "\(program.name) \(command.name) --help"
        return UsageError("'\(command.name)' needs \(argument.name); '\(help)' has examples")
    }

    static func unexpectedArgument(_ word: String, of command: Command) -> UsageError {
        let names = command.arguments.map(\.name).joined(separator: " ")
        let takes = names.isEmpty ? "no argument" : "only \(names)"
        let subject = command.name.isEmpty ? "this program" : "'\(command.name)'"
        return UsageError("\(subject) takes \(takes), but there is '\(word)'")
    }

    private static func joined(_ words: some Sequence<String>) -> String {
        words.joined(separator: " ")
    }
}
