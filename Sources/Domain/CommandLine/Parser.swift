/// Parses a command line by the table of a program.
struct Parser {
    private let program: Program
    private let variable: (String) -> String?
    private var rest: ArraySlice<String>
    /// The words of the command, until it is complete.
    private var path: [String] = []
    private var command: Command?
    private var arguments: [String] = []
    private var options: [Call.Given] = []
    private var optionsEnded = false
    /// `-h` was given, and not `--help`.
    private var isShort = false

    init(_ program: Program, _ words: [String], variable: @escaping (String) -> String?) {
        self.program = program
        self.variable = variable
        rest = words[...]
        command = program.only
    }

    mutating func parse() throws(UsageError) -> Invocation {
        while let word = rest.popFirst() {
            if optionsEnded || !word.hasPrefix("-") || word == "-" {
                try take(plain: word)
            } else if word == "--" {
                optionsEnded = true
            } else {
                try take(option: word)
            }
        }
        return try invocation()
    }

    private func invocation() throws(UsageError) -> Invocation {
        if has(.help) { return .help(path, isShort: isShort) }
        if has(.version) || command == .version { return .version }
        guard let command else { throw .missingCommand(path, of: program) }
        guard command != .help else { return .help(try topic()) }
        let arguments = try checked(arguments, of: command)
        return .call(Call(command: command, arguments: arguments, options: options, defaults: defaults))
    }

    /// An empty variable counts as unset.
    private var defaults: [Call.Given] {
        known.compactMap { option in
            guard let value = option.variable.flatMap(variable), !value.isEmpty else { return nil }
            return Call.Given(option: option, value: value)
        }
    }

    private func has(_ option: Option) -> Bool {
        options.contains { $0.option == option }
    }

    private func topic() throws(UsageError) -> [String] {
        guard program.commands(under: arguments).isEmpty, program.topic(arguments) == nil else {
            return arguments
        }
        throw .unknownCommand(arguments, in: program)
    }

    /// Extends the command until it is complete; further words are arguments.
    private mutating func take(plain word: String) throws(UsageError) {
        if let command {
            arguments.append(word)
            optionsEnded = optionsEnded || command.isEnded(by: arguments.count)
            return
        }
        let longer = path + [word]
        guard !program.commands(under: longer).isEmpty else { throw .unknownCommand(longer, in: program) }
        path = longer
        command = program.command(longer)
    }

    /// One of `--name`, `--name value`, `--name=value`, `-n`, `-n value`, `-nvalue` and `-n=value`.
    private mutating func take(option word: String) throws(UsageError) {
        if command == nil, !path.isEmpty { command = program.defaultCommand(under: path) }
        let (name, attached) = parts(of: word)
        guard let option = option(name) else { throw unknownOption(name) }
        if option == .help { isShort = name == "-h" }
        if !option.takesWord {
            guard attached == nil || option.value != .flag else { throw .unexpectedValue(option) }
            options.append(Call.Given(option: option, value: attached ?? ""))
        } else {
            guard let value = attached ?? rest.popFirst() else { throw .missingValue(option) }
            options.append(Call.Given(option: option, value: try checked(value, of: option)))
        }
    }

    private func parts(of word: String) -> (name: String, attached: String?) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        let attached = parts.count > 1 ? parts[1] : nil
        guard !word.hasPrefix("--"), word.count > 2, option(parts[0]) == nil else {
            return (parts[0], attached)
        }
        let short = option(String(word.prefix(2)))
        guard let short, short.takesWord else { return (parts[0], attached) }
        return (String(word.prefix(2)), String(word.dropFirst(2)))
    }

    /// The command's own options take precedence: it may have its own `--version`.
    private var known: [Option] { (command?.options ?? []) + program.options }

    private func option(_ word: String) -> Option? {
        known.first { "--\($0.name)" == word || $0.short.map { "-\($0)" } == word }
    }

    private func unknownOption(_ word: String) -> UsageError {
        let isOfCommand = program.commands(under: path).flatMap(\.options).contains { "--\($0.name)" == word }
        return command == nil && isOfCommand
            ? UsageError("'\(word)' belongs to a command; write it behind that")
            : .unknownOption(word, among: known, (command?.hints ?? []) + program.hints)
    }

    private func checked(_ value: String, of option: Option) throws(UsageError) -> String {
        if case .span = option.value, value.hasPrefix("oss://") {
            throw .forgottenValue(option, before: value)
        }
        return try choice(value, among: option.choices, "--\(option.name)")
    }

    /// The choice with this name in any case of letters.
    private func choice(_ value: String, among choices: [String], _ name: String) throws(UsageError) -> String
    {
        guard !choices.isEmpty else { return value }
        guard let choice = choices.first(where: { $0.lowercased() == value.lowercased() }) else {
            throw .notAChoice(name, value, choices)
        }
        return choice
    }

    /// The arguments, with choices spelled as in the table.
    private func checked(_ arguments: [String], of command: Command) throws(UsageError) -> [String] {
        var checked = arguments
        // A missing argument is recognized by the word in its place.
        for (index, argument) in command.arguments.enumerated() where index < arguments.count {
            checked[index] = try choice(arguments[index], among: argument.choices, argument.name)
        }
        guard arguments.count >= command.argumentCount.lowerBound else {
            throw .missingArgument(command.arguments[arguments.count], of: command, in: program)
        }
        guard arguments.count <= command.argumentCount.upperBound else {
            throw .unexpectedArgument(arguments[command.argumentCount.upperBound], of: command)
        }
        return checked
    }
}

extension Program {
    /// Parses the words behind the name of the program; `variable` is the environment.
    package func parse(
        _ words: [String], variable: @escaping (String) -> String? = { _ in nil }
    ) throws(UsageError) -> Invocation {
        var parser = Parser(self, words, variable: variable)
        return try parser.parse()
    }
}
