extension Parser {
    /// A word of the command while it is not complete, then an argument.
    mutating func take(plain word: String) throws(UsageError) {
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
    mutating func take(option word: String) throws(UsageError) {
        if command == nil, !path.isEmpty { command = program.defaultCommand(under: path) }
        let (name, attached) = parts(of: word)
        guard let option = option(name) else { throw unknownOption(name) }
        if option == .help { isShort = name == "-h" }
        if option.value == .flag {
            guard attached == nil else { throw .unexpectedValue(option) }
            options.append(Call.Given(option: option, value: ""))
        } else {
            guard let value = attached ?? nextWord() else { throw .missingValue(option) }
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
        guard let short, short.value != .flag else { return (parts[0], attached) }
        return (String(word.prefix(2)), String(word.dropFirst(2)))
    }

    /// The command's own options come first: `--version` means another thing to it than to the program.
    private var known: [Option] { (command?.options ?? []) + program.options }

    private func option(_ word: String) -> Option? {
        known.first { "--\($0.name)" == word || $0.short.map { "-\($0)" } == word }
    }

    private func unknownOption(_ word: String) -> UsageError {
        let isOfCommand = program.commands(under: path).flatMap(\.options).contains { "--\($0.name)" == word }
        return command == nil && isOfCommand
            ? .optionTooEarly(word)
            : .unknownOption(word, among: known, (command?.hints ?? []) + program.hints)
    }

    private func checked(_ value: String, of option: Option) throws(UsageError) -> String {
        if case .span = option.value, value.hasPrefix("oss://") {
            throw .forgottenValue(option, before: value)
        }
        return try choice(value, among: option.choices, "--\(option.name)")
    }

    /// The choice that is written so, in upper or lower case.
    private func choice(_ value: String, among choices: [String], _ name: String) throws(UsageError) -> String
    {
        guard !choices.isEmpty else { return value }
        guard let choice = choices.first(where: { $0.lowercased() == value.lowercased() }) else {
            throw .notAChoice(name, value, choices)
        }
        return choice
    }

    /// The arguments, with choices as the table writes them.
    func checked(_ arguments: [String], of command: Command) throws(UsageError) -> [String] {
        var checked = arguments
        // One that was left out is found by what stands in its place.
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
