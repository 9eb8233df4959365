package import CommandLine

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
    var cell: String {
        split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }
}
