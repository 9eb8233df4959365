/// Reads the words of a command line against the table of a program.
struct Parser {
    let program: Program
    private var rest: ArraySlice<String>
    /// The words of the command, while more may come.
    var path: [String] = []
    var command: Command?
    var arguments: [String] = []
    var options: [Call.Given] = []
    var optionsEnded = false
    /// `-h` was given, and not `--help`.
    var isShort = false

    init(_ program: Program, _ words: [String]) {
        self.program = program
        rest = words[...]
        command = program.only
    }

    mutating func parse() throws(UsageError) -> Wish {
        while let word = rest.popFirst() {
            if optionsEnded || !word.hasPrefix("-") || word == "-" {
                try take(plain: word)
            } else if word == "--" {
                optionsEnded = true
            } else {
                try take(option: word)
            }
        }
        return try wish()
    }

    private func wish() throws(UsageError) -> Wish {
        if has(.help) { return .help(path, isShort: isShort) }
        if has(.version) || command == .version { return .version }
        guard let command else { throw .missingCommand(path, of: program) }
        guard command != .help else { return .help(try topic()) }
        let arguments = try checked(arguments, of: command)
        return .call(Call(command: command, arguments: arguments, options: options))
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

    mutating func nextWord() -> String? { rest.popFirst() }
}

extension Program {
    /// Reads the words that stand behind the name of the program.
    package func parse(_ words: [String]) throws(UsageError) -> Wish {
        var parser = Parser(self, words)
        return try parser.parse()
    }
}
