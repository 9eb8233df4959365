package import CommandLine

extension Program {
    /// The manual page, in mdoc.
    package var mdoc: String {
        var page = Mdoc(name, section: manual.section)
        page.section("NAME") { page in
            page.request("Nm \(name)")
            page.request("Nd \(summary)")
        }
        page.section("SYNOPSIS", writeSynopsis)
        page.section("DESCRIPTION", writeDescription)
        page.options(options, under: "OPTIONS")
        if !commands.isEmpty {
            page.section("COMMANDS") { page in
                for command in commands { write(command, on: &page) }
            }
        }
        for topic in topics { write(topic, on: &page) }
        page.notes(manual.signals, "Dv", under: "SIGNALS")
        page.notes(environment, "Ev", under: "ENVIRONMENT")
        page.notes(manual.files, "Pa", under: "FILES")
        page.notes(exitStatuses, "Li", under: "EXIT STATUS")
        page.examples(examples, of: self, under: "EXAMPLES")
        writeReferences(on: &page)
        return page.text
    }

    private func writeSynopsis(on page: inout Mdoc) {
        page.request("Nm")
        if commands.isEmpty {
            for option in options { page.request("Op \(option.mdoc)") }
        } else {
            page.request("Op Ar OPTION ...")
            page.request("Ar COMMAND")
            page.request("Op Ar ARGUMENT ...")
        }
    }

    private func writeDescription(on page: inout Mdoc) {
        for paragraph in details {
            page.paragraph()
            page.prose(paragraph)
        }
    }

    private func write(_ command: Command, on page: inout Mdoc) {
        page.request("Ss \(command.name)")
        page.request("Nm \((name + " " + command.name).argument)")
        if !command.options.isEmpty { page.request("Op Ar OPTION ...") }
        for argument in command.arguments { page.request(argument.mdoc) }
        page.paragraph()
        page.prose("\(command.summary).")
        for paragraph in command.details {
            page.paragraph()
            page.prose(paragraph)
        }
        page.list(
            command.arguments.map { Mdoc.Entry(head: "Ar \($0.name.argument)", summary: $0.explanation) })
        page.list(command.options.map { Mdoc.Entry(head: $0.mdoc, summary: $0.explanation) })
        page.examples(command.examples, of: self)
    }

    private func write(_ topic: Topic, on page: inout Mdoc) {
        page.section(topic.summary.uppercased()) { page in
            for paragraph in topic.details {
                page.paragraph()
                page.prose(paragraph)
            }
            page.list(
                topic.notes.map { Mdoc.Entry(head: "Li \($0.name.argument)", summary: $0.summary) })
        }
    }

    private func writeReferences(on page: inout Mdoc) {
        guard !manual.seeAlso.isEmpty else { return }
        page.section("SEE ALSO") { page in
            for (index, name) in manual.seeAlso.enumerated() {
                let parts = name.dropLast().split(separator: "(")
                let comma = index + 1 < manual.seeAlso.count ? " ," : ""
                page.request("Xr \(parts.joined(separator: " "))\(comma)")
            }
        }
    }
}

extension Mdoc {
    fileprivate mutating func options(_ options: [Option], under heading: String) {
        section(heading) { page in
            page.list(options.map { Entry(head: $0.mdoc, summary: $0.explanation) })
        }
    }

    fileprivate mutating func notes(_ notes: [Note], _ macro: String, under heading: String) {
        guard !notes.isEmpty else { return }
        section(heading) { page in
            page.list(notes.map { Entry(head: "\(macro) \($0.name.argument)", summary: $0.summary) })
        }
    }

    fileprivate mutating func examples(_ examples: [Example], of program: Program, under heading: String) {
        guard !examples.isEmpty else { return }
        section(heading) { $0.examples(examples, of: program) }
    }

    /// Writes the purpose of each example, then its line.
    fileprivate mutating func examples(_ examples: [Example], of program: Program) {
        for example in examples {
            paragraph()
            prose("\(example.summary):".startingUpper)
            verbatim([example.line(of: program.name)])
        }
    }
}

extension Option {
    fileprivate var mdoc: String {
        let shortForm = short.map { "Fl \($0) , " } ?? ""
        return "\(shortForm)Fl -\(name)\(placeholder.map { " Ar \($0.argument)" } ?? "")"
    }
}

extension Argument {
    fileprivate var mdoc: String {
        switch count {
        case .one: "Ar \(name.argument)"
        case .optional: "Op Ar \(name.argument)"
        case .many: "Ar \(name.argument) ..."
        case .any: "Op Ar \(name.argument) ..."
        }
    }
}

extension Program {
    /// The same as a Markdown page.
    package var markdown: String {
        var page = "# \(name)\n\n\(summary.startingUpper).\n"
        page +=
            "Made from the command table by `make generate`; `\(name) --help` and the manual page say the same.\n"
        for paragraph in details { page += "\n\(paragraph)\n" }
        page += blocks(of: examples)
        for group in groups {
            page += table(
                (group.heading, "does"),
                group.commands.map { Note("[\($0.name)](#\($0.anchor))", $0.summary) })
        }
        page += table(("Option of every command", "means"), options.map(\.note))
        page += table(("Variable", "means"), environment.map(\.asCode))
        page += table(("Exit status", "means"), exitStatuses)
        for command in commands { page += markdown(of: command) }
        for topic in topics { page += markdown(of: topic) }
        return page
    }

    private func markdown(of topic: Topic) -> String {
        var page = "\n## \(topic.summary)\n"
        for paragraph in topic.details { page += "\n\(paragraph)\n" }
        page += table(("Written", "means"), topic.notes.map { Note("`\($0.name)`", $0.summary) })
        return page
    }

    private func markdown(of command: Command) -> String {
        var page = "\n## \(command.name)\n\n\(command.summary).\n"
        page += blocks(of: command.examples)
        page += "\nUsage: `\(usage(of: command))`\n"
        for paragraph in command.details { page += "\n\(paragraph)\n" }
        page += table(("Argument", "means"), command.arguments.map(\.note))
        page += table(("Option", "means"), command.options.map(\.note))
        return page
    }

    /// The examples, each below its purpose.
    private func blocks(of examples: [Example]) -> String {
        guard !examples.isEmpty else { return "" }
        let lines = examples.map { "# \($0.summary)\n\($0.line(of: name))\n" }
        return "\n```sh\n\(lines.joined())```\n"
    }

    private func table(_ titles: (String, String), _ notes: [Note]) -> String {
        guard !notes.isEmpty else { return "" }
        let rows = notes.map { "| \($0.name.cell) | \($0.summary.cell) |\n" }
        return "\n| \(titles.0) | \(titles.1) |\n|---|---|\n\(rows.joined())"
    }
}

extension Command {
    fileprivate var anchor: String { words.joined(separator: "-") }
}

extension Option {
    fileprivate var note: Note { Note("`\(usage)`", explanation) }
}

extension Argument {
    fileprivate var note: Note { Note("`\(usage)`", explanation) }
}

extension Note {
    fileprivate var asCode: Note {
        let names = name.split(separator: ",").map { $0.drop { $0 == " " } }
        return Note(names.map { "`\($0)`" }.joined(separator: ", "), summary)
    }
}

extension String {
    /// The text as a cell of a table.
    fileprivate var cell: String {
        split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }
}
