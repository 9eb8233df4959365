/// The candidates for the word at the cursor of a shell, by the words before it.
///
/// It accepts more than the parser does, because an unfinished line is rarely valid.
package struct CompletionQuery: Equatable, Sendable {
    /// The beginning of the word at the cursor that the shell must keep: `--method=`.
    package private(set) var prefix = ""
    /// The part of it that is already typed, behind the prefix.
    package private(set) var word = ""
    /// The words of the table that fit.
    package private(set) var candidates: [Candidate] = []
    /// The kind of other words that fit.
    package private(set) var completion = Completion.nothing

    private let program: Program
    private var path: [String] = []
    private var arguments = 0
    private var awaiting: Option?
    private var optionsEnded = false
    private var given: [Option] = []

    package static func == (left: CompletionQuery, right: CompletionQuery) -> Bool {
        left.prefix == right.prefix && left.candidates == right.candidates
            && left.completion == right.completion
    }

    /// The last of the words is the one at the cursor, perhaps empty.
    package init(_ program: Program, _ words: [String]) {
        self.program = program
        for word in words.dropLast() { pass(word) }
        complete(words.last ?? "")
    }
}

extension CompletionQuery {
    /// Behind `help` follow the words of a command, and no command is complete.
    private var isHelp: Bool { path.first == Command.help.name }

    private var command: Command? { isHelp ? nil : program.command(path) ?? program.only }

    private var options: [Option] {
        (command?.options ?? []) + (command.map(program.commonOptions) ?? program.options)
    }

    private func option(_ word: String) -> Option? {
        options.first { "--\($0.name)" == word || $0.short.map { "-\($0)" } == word }
    }

    /// Processes a complete word.
    private mutating func pass(_ word: String) {
        if awaiting.take() != nil { return }
        guard !optionsEnded, word.hasPrefix("-"), word != "-" else { return pass(plain: word) }
        optionsEnded = word == "--"
        guard !optionsEnded else { return }
        takeDefaultCommand()
        let name = word.split(separator: "=", maxSplits: 1).first.map(String.init) ?? word
        guard let option = option(name) else { return }
        given.append(option)
        if option.takesWord, name == word { awaiting = option }
    }

    /// As in the parser, an option behind the words of a group belongs to its default command.
    private mutating func takeDefaultCommand() {
        guard command == nil, !path.isEmpty else { return }
        path = program.defaultCommand(under: path)?.words ?? path
    }

    private mutating func pass(plain word: String) {
        if command == nil {
            path.append(word)
        } else {
            arguments += 1
            optionsEnded = optionsEnded || command?.isEnded(by: arguments) == true
        }
    }

    private func argument(_ index: Int) -> Argument? {
        guard let arguments = command?.arguments, let last = arguments.last else { return nil }
        return index < arguments.count ? arguments[index] : last.count == .one ? nil : last
    }
}

extension CompletionQuery {
    private mutating func complete(_ word: String) {
        self.word = word
        if let awaiting { return offer(awaiting.completion, word) }
        guard !optionsEnded, word.hasPrefix("-") else { return complete(plain: word) }
        takeDefaultCommand()
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count > 1 else { return offerOptions(word) }
        prefix = "\(parts[0])="
        self.word = String(parts[1])
        offer(option(String(parts[0]))?.completion ?? .nothing, String(parts[1]))
    }

    private mutating func complete(plain word: String) {
        guard command != nil else { return offerCommands(word) }
        offer(argument(arguments)?.completion ?? .nothing, word)
    }

    private mutating func offer(_ completion: Completion, _ word: String) {
        if case .words(let words) = completion {
            candidates = words.filter { $0.hasPrefix(word) }.map { Candidate($0) }
        } else {
            self.completion = completion
        }
    }

    private mutating func offerOptions(_ word: String) {
        candidates = options.filter { $0.isRepeatable || !given.contains($0) }
            .map { Candidate("--\($0.name)", $0.summary) }
            .filter { $0.word.hasPrefix(word) }
    }

    /// Offers the next words of commands, of a group only its first word.
    private mutating func offerCommands(_ word: String) {
        let path = isHelp ? Array(path.dropFirst()) : path
        for command in program.commands(under: path) where command.words.count > path.count {
            let next = command.words[path.count]
            guard next.hasPrefix(word), !candidates.contains(where: { $0.word == next }) else { continue }
            candidates.append(Candidate(next, summary(of: path + [next])))
        }
        guard isHelp, path.isEmpty else { return }
        candidates += program.allTopics.filter { $0.name.hasPrefix(word) }.map {
            Candidate($0.name, $0.summary)
        }
    }

    private func summary(of words: [String]) -> String {
        program.command(words)?.summary ?? program.summary(ofFamily: words)
    }
}

/// A word that a shell may insert at the cursor.
package struct Candidate: Equatable, Sendable {
    package let word: String
    /// For shells that show a summary beside the word.
    package let summary: String

    package init(_ word: String, _ summary: String = "") {
        self.word = word
        self.summary = summary
    }
}
