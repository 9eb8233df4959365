extension Program {
    /// What help prints: on the program, a command, a topic, or all commands that begin with these words.
    package func help(
        on words: [String], _ ink: Ink, columns: Int = pageWidth, isShort: Bool = false
    ) -> String {
        var page = HelpPage(ink, columns: columns)
        if let command = command(words) {
            write(command, on: &page, isShort: isShort)
        } else if let topic = topic(words) {
            write(topic, on: &page)
        } else if words.isEmpty {
            writeOverview(on: &page, isShort: isShort && !commands.isEmpty)
        } else {
            writeFamily(words, on: &page)
        }
        return page.text
    }

    /// What a newcomer sees who has typed the name of the program alone.
    package func introduction(_ ink: Ink, columns: Int = pageWidth) -> String {
        var page = HelpPage(ink, columns: columns)
        page.paragraph("\(name): \(summary)")
        page.section("Usage") { $0.line(usage) }
        page.entries("Begin with", firstSteps)
        page.paragraph(
            "'\(name) help' lists all commands; '\(name) help COMMAND' explains one, with examples.")
        return page.text
    }

    private func writeOverview(on page: inout HelpPage, isShort: Bool) {
        page.paragraph("\(name): \(summary)")
        if !isShort { write(examples, on: &page) }
        page.section("Usage") { $0.line(usage) }
        if !isShort { for paragraph in details { page.paragraph(paragraph) } }
        for group in groups { page.entries(group.heading, group.commands.map(\.note)) }
        guard !isShort else {
            return page.paragraph("'\(name) --help' also has examples, options and topics.")
        }
        page.entries("Options", options.map(\.note))
        guard commands.isEmpty else {
            page.entries("Topics", allTopics.map { Note($0.name, $0.summary + ".") })
            return page.paragraph("'\(name) help COMMAND' and '\(name) help TOPIC' explain one of them.")
        }
        page.entries("Environment", environment)
        page.entries("Exit status", exitStatuses)
    }

    private var usage: String { "\(name) [OPTION...]\(commands.isEmpty ? "" : " COMMAND [ARGUMENT...]")" }

    private func writeFamily(_ words: [String], on page: inout HelpPage) {
        let members = commands(under: words)
        let family = words.joined(separator: " ")
        page.paragraph("\(name) \(family): \(summary(ofFamily: words))")
        page.section("Usage") { $0.line("\(name) \(family) COMMAND [ARGUMENT...]") }
        page.entries("Commands", members.map(\.note))
        write(members.flatMap(\.examples), on: &page)
        page.paragraph("'\(name) help \(family) COMMAND' explains one of them.")
    }

    private func write(_ command: Command, on page: inout HelpPage, isShort: Bool) {
        page.paragraph("\(name) \(command.name): \(command.summary)")
        if !isShort { write(command.examples, on: &page) }
        page.section("Usage") { $0.line(usage(of: command)) }
        if !isShort { for paragraph in command.details { page.paragraph(paragraph) } }
        page.entries("Arguments", command.arguments.map { Note($0.usage, $0.explanation) })
        page.entries("Options", command.options.map(\.note))
        let common = commonOptions(of: command).map { "--\($0.name)" }.joined(separator: ", ")
        page.paragraph("Options of every command: \(common); '\(name) help options' explains them.")
        if isShort { page.paragraph("'\(name) \(command.name) --help' also has examples.") }
    }

    private func write(_ topic: Topic, on page: inout HelpPage) {
        page.paragraph("\(topic.name): \(topic.summary)")
        for paragraph in topic.details { page.paragraph(paragraph) }
        if !topic.notes.isEmpty { page.gap() }
        for note in topic.notes { page.entry(note.name, note.summary) }
    }

    private func write(_ examples: [Example], on page: inout HelpPage) {
        page.section("Examples") { page in
            for example in examples { page.example(example, of: name) }
        }
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

    /// What the commands that begin with these words are for.
    func summary(ofFamily words: [String]) -> String {
        let name = words.joined(separator: " ")
        return families.first { $0.name == name }?.summary ?? ""
    }
}

extension Option {
    fileprivate var note: Note { Note(usage, explanation) }
}

extension Command {
    fileprivate var note: Note { Note(name, summary) }
}
