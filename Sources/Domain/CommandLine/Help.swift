extension Program {
    /// The help on the program, a command, a topic, or all commands that begin with these words.
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

    /// The introduction for a user who typed only the name of the program.
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

    package func usage(of command: Command) -> String {
        let options = command.options.isEmpty ? [] : ["[OPTION...]"]
        return ([name, command.name] + options + command.arguments.map(\.usage)).joined(separator: " ")
    }

    /// The options of every command, without those that the command defines itself.
    func commonOptions(of command: Command) -> [Option] {
        options.filter { option in !command.options.contains { $0.name == option.name } }
    }

    /// The purpose of the commands that begin with these words.
    package func summary(ofFamily words: [String]) -> String {
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

/// A page of help, written line by line for the width of a terminal.
private struct HelpPage {
    /// A narrower terminal has no room for two columns.
    private static let leastForColumns = 60
    /// Longer lines are hard to read.
    private static let widest = 100

    private let ink: Ink
    private let width: Int
    private(set) var text = ""

    init(_ ink: Ink, columns: Int) {
        self.ink = ink
        width = min(columns, HelpPage.widest)
    }

    /// Adds an empty line behind earlier text.
    mutating func gap() {
        if !text.isEmpty { text += "\n" }
    }

    mutating func paragraph(_ words: String) {
        gap()
        text += words.wrapped(from: 0, indent: 0, to: width) + "\n"
    }

    /// Writes a heading and the text of `body`; nothing where that is empty.
    mutating func section(_ heading: String, _ body: (inout HelpPage) -> Void) {
        var inner = HelpPage(ink, columns: width)
        body(&inner)
        guard !inner.text.isEmpty else { return }
        gap()
        text += ink(.bold, heading) + "\n" + inner.text
    }

    mutating func line(_ words: String) {
        text += "  " + words.wrapped(from: 2, indent: 6, to: width) + "\n"
    }

    /// Writes a name on the left and its meaning on the right or, without room there, below.
    mutating func entry(_ name: String, _ summary: String) {
        let column = width < HelpPage.leastForColumns ? 6 : 30
        text += "  \(name)"
        let isBeside = column == 30 && name.count + 4 <= column
        text += isBeside ? "" : "\n"
        text += String(repeating: " ", count: isBeside ? column - name.count - 2 : column)
        text += summary.wrapped(from: column, indent: column, to: width) + "\n"
    }

    /// Writes an example; its command stays on one line, so that a user can copy it.
    mutating func example(_ example: Example, of program: String) {
        text += "  \(example.line(of: program))\n"
        text += "      " + ink(.dim, example.summary.wrapped(from: 6, indent: 6, to: width)) + "\n"
    }

    mutating func entries(_ heading: String, _ notes: [Note]) {
        section(heading) { page in
            for note in notes { page.entry(note.name, note.summary) }
        }
    }
}

extension Option {
    /// The summary with default, variable and choices.
    package var explanation: String {
        let facts = [
            choices.isEmpty ? nil : choices.joined(separator: ", "),
            standard.map { "default: \($0)" }, variable.map { "or $\($0)" },
            isRepeatable ? "may be repeated" : nil,
        ].compactMap(\.self)
        return summary.with(facts)
    }
}

extension Argument {
    /// The summary with the choices.
    package var explanation: String {
        summary.with(choices.isEmpty ? [] : [choices.joined(separator: ", ")])
    }
}

extension String {
    /// The sentence with the facts in brackets before its full stop.
    fileprivate func with(_ facts: [String]) -> String {
        facts.isEmpty ? self : "\(dropLast()) (\(facts.joined(separator: "; ")))."
    }
}
