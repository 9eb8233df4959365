extension Program {
    /// What `--help` prints: on the program, on a command, or on all commands that begin with these words.
    package func help(on words: [String], _ ink: Ink) -> String {
        if let command = command(words) { return help(on: command, ink) }
        return words.isEmpty ? overview(ink) : help(onGroup: words, ink)
    }

    private func overview(_ ink: Ink) -> String {
        var page = HelpPage(ink)
        page.paragraph("\(name): \(summary)")
        page.section("Examples") { page in
            for example in examples { page.example(example, of: name) }
        }
        page.section("Usage") { $0.line(usage) }
        for paragraph in details { page.paragraph(paragraph) }
        page.section("Commands") { page in
            for command in commands { page.entry(command.name, command.summary) }
        }
        page.add("Options", options)
        page.add("Environment", environment)
        page.add("Exit status", exitStatuses)
        if !commands.isEmpty { page.paragraph("'\(name) help COMMAND' explains a command, with examples.") }
        return page.text
    }

    private var usage: String { "\(name) [OPTION...]\(commands.isEmpty ? "" : " COMMAND [ARGUMENT...]")" }

    private func help(onGroup words: [String], _ ink: Ink) -> String {
        let members = commands(under: words)
        var page = HelpPage(ink)
        page.section("Examples") { page in
            for example in members.flatMap(\.examples) { page.example(example, of: name) }
        }
        page.section("Commands") { page in
            for command in members { page.entry(command.name, command.summary) }
        }
        return page.text
    }

    private func help(on command: Command, _ ink: Ink) -> String {
        var page = HelpPage(ink)
        page.paragraph("\(name) \(command.name): \(command.summary)")
        page.section("Examples") { page in
            for example in command.examples { page.example(example, of: name) }
        }
        page.section("Usage") { $0.line(usage(of: command)) }
        for paragraph in command.details { page.paragraph(paragraph) }
        page.section("Arguments") { page in
            for argument in command.arguments { page.entry(argument.usage, argument.explanation) }
        }
        page.add("Options", command.options)
        page.add("Options of every command", commonOptions(of: command))
        page.add("Exit status", exitStatuses)
        return page.text
    }

    func usage(of command: Command) -> String {
        let options = command.options.isEmpty ? [] : ["[OPTION...]"]
        return ([name, command.name] + options + command.arguments.map(\.usage)).joined(separator: " ")
    }
}

extension Program {
    /// The options of every command, but for those that the command has its own of.
    func commonOptions(of command: Command) -> [Option] {
        options.filter { option in !command.options.contains { $0.name == option.name } }
    }
}

extension HelpPage {
    fileprivate mutating func add(_ heading: String, _ options: [Option]) {
        section(heading) { page in
            for option in options { page.entry(option.usage, option.explanation) }
        }
    }

    fileprivate mutating func add(_ heading: String, _ notes: [Note]) {
        section(heading) { page in
            for note in notes { page.entry(note.name, note.summary) }
        }
    }
}
