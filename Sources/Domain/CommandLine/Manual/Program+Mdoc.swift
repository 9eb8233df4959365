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

    /// What each is good for, then what to type.
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

extension String {
    package var startingUpper: String { prefix(1).uppercased() + dropFirst() }
}
