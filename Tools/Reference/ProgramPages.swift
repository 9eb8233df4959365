internal import CommandLine

extension Program {
    /// The page for a browser.
    func markdown(in language: Language) -> String {
        ProgramPage(program: self, language: language).text
    }
}

/// The page of a program in one language.
private struct ProgramPage {
    let program: Program
    let language: Language

    var text: String {
        [
            head, paragraphs(program.details), blocks(of: program.examples), overview,
            program.commands.map(page).joined(), program.topics.map(page).joined(),
        ].joined()
    }

    private var head: String {
        let name = program.name
        return """
            # \(name)

            \(language.text("[简体中文](%.zh-CN.md)", name))

            \(language.text(program.summary).startingUpper)\(language.stop)
            \(language.text("Made from the command table by `make generate`; `% COMMAND --help` and the manual pages also list the options.", name))

            """
    }

    private var overview: String {
        let groups = program.groups.map { group in
            table(
                (group.heading, "does"),
                group.commands.map { Note("[\($0.name)](#\($0.anchor))", language.text($0.summary)) })
        }
        return groups.joined()
            + table(("Option of every command", "means"), program.options.map(note))
            + table(
                ("Variable", "means"), program.environment.map { Note($0.asCode, language.text($0.summary)) })
            + table(("Exit status", "means"), program.exitStatuses.map(note))
    }

    private func page(of topic: Topic) -> String {
        "\n## \(language.text(topic.summary))\n" + paragraphs(topic.details)
            + table(("Written", "means"), topic.notes.map { Note("`\($0.name)`", language.text($0.summary)) })
    }

    private func page(of command: Command) -> String {
        "\n## \(command.name)\n\n\(language.text(command.summary))\(language.stop)\n"
            + blocks(of: command.examples) + sample(of: command)
            + "\n\(language.text("Usage: `%`", program.usage(of: command)))\n" + paragraphs(command.details)
            + table(("Argument", "means"), command.arguments.map(note))
    }

    private func paragraphs(_ texts: [String]) -> String {
        texts.map { "\n\(language.text($0).prose)\n" }.joined()
    }

    /// The examples, each below its purpose.
    private func blocks(of examples: [Example]) -> String {
        guard !examples.isEmpty else { return "" }
        let lines = examples.map { "# \(language.text($0.summary))\n\($0.line(of: program.name))\n" }
        return "\n```sh\n\(lines.joined())```\n"
    }

    private func sample(of command: Command) -> String {
        guard let sample = Sample.of(command) else { return "" }
        return "\n```text\n\(sample.lines(of: program.name).joined(separator: "\n"))\n```\n"
    }

    private func table(_ titles: (String, String), _ notes: [Note]) -> String {
        guard !notes.isEmpty else { return "" }
        let rows = notes.map { "| \($0.name.cell) | \($0.summary.prose.cell) |\n" }
        return "\n| \(language.text(titles.0)) | \(language.text(titles.1)) |\n|---|---|\n\(rows.joined())"
    }
}

extension ProgramPage {
    private func note(_ option: Option) -> Note {
        let facts = [
            choices(option.choices),
            option.standard.map { language.text("default: %", language.text($0)) },
            option.variable.map { language.text("or %", "$\($0)") },
        ]
        return Note("`\(option.usage)`", language.sentence(option.summary, facts.compactMap(\.self)))
    }

    private func note(_ argument: Argument) -> Note {
        let facts = [choices(argument.choices)].compactMap(\.self)
        return Note("`\(argument.usage)`", language.sentence(argument.summary, facts))
    }

    private func note(_ note: Note) -> Note { Note(note.name, language.text(note.summary)) }

    private func choices(_ words: [String]) -> String? {
        words.isEmpty ? nil : words.joined(separator: ", ")
    }
}

extension Command {
    fileprivate var anchor: String { words.joined(separator: "-") }
}

extension Note {
    /// The names, each as code.
    fileprivate var asCode: String {
        name.split(separator: ",").map { "`\($0.drop { $0 == " " })`" }.joined(separator: ", ")
    }
}

extension String {
    /// The text as Markdown: a star in it is no mark of emphasis.
    var prose: String {
        split(separator: "*", omittingEmptySubsequences: false).joined(separator: "\\*")
    }

    /// The text as a cell of a table.
    var cell: String {
        split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }
}
