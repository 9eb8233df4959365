package import CommandLine

extension Program {
    /// The manual page, in mdoc; of a program with commands it is the overview.
    package var mdoc: String {
        var page = Mdoc(name, section: manual.section)
        page.section("NAME") { page in
            page.request("Nm \(name)")
            page.request("Nd \(summary)")
        }
        page.section("SYNOPSIS", writeSynopsis)
        page.section("DESCRIPTION") { $0.paragraphs(details) }
        page.options(options, under: "OPTIONS")
        if !commands.isEmpty { page.section("COMMANDS", writeCommands) }
        for topic in topics { write(topic, on: &page) }
        page.notes(manual.signals, "Dv", under: "SIGNALS")
        page.notes(environment, "Ev", under: "ENVIRONMENT")
        page.notes(manual.files, "Pa", under: "FILES")
        page.notes(exitStatuses, "Li", under: "EXIT STATUS")
        page.examples(examples, of: name)
        page.references(manual.seeAlso)
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

    /// Each command with a page of its own is a reference to it.
    private func writeCommands(on page: inout Mdoc) {
        for group in groups {
            page.request("Ss \(group.heading)")
            page.list(
                group.commands.map { command in
                    let head = hasPage(command) ? "Xr \(pageName(of: command)) 1" : "Cm \(command.name)"
                    return Mdoc.Entry(head: head, summary: "\(command.summary).")
                })
        }
    }

    private func write(_ topic: Topic, on page: inout Mdoc) {
        page.section(topic.summary.uppercased()) { page in
            page.paragraphs(topic.details)
            page.list(
                topic.notes.map { Mdoc.Entry(head: "Li \($0.name.argument)", summary: $0.summary) })
        }
    }
}

extension Program {
    /// The commands that have a manual page each: `help` and `version` say all about themselves in a line.
    var documentedCommands: [Command] { commands.filter(hasPage) }

    private func hasPage(_ command: Command) -> Bool { command != .help && command != .version }

    /// `ossauthctl-credentials-set`.
    func pageName(of command: Command) -> String {
        ([name] + command.words).joined(separator: "-")
    }

    /// The manual page of a command, in mdoc.
    func mdoc(of command: Command) -> String {
        var page = Mdoc(pageName(of: command), section: 1)
        page.section("NAME") { page in
            page.request("Nm \(pageName(of: command))")
            page.request("Nd \(command.summary)")
        }
        page.section("SYNOPSIS") { writeSynopsis(of: command, on: &$0) }
        page.section("DESCRIPTION") { page in
            page.paragraphs(["\(command.summary)."] + command.details)
            page.list(
                command.arguments.map { Mdoc.Entry(head: "Ar \($0.name.argument)", summary: $0.explanation) })
        }
        page.section("OPTIONS") { page in
            page.list(command.options.map { Mdoc.Entry(head: $0.mdoc, summary: $0.explanation) })
            page.paragraph()
            page.prose("The options of every command, the variables and the exit statuses are in")
            page.request("Xr \(name) 1 .")
        }
        page.examples(command.examples, of: name)
        if let sample = Sample.of(command) {
            page.section("OUTPUT") { $0.verbatim(sample.lines(of: name)) }
        }
        page.references(["\(name)(1)"] + manual.seeAlso.filter { $0.hasPrefix("ossauthd") })
        return page.text
    }

    private func writeSynopsis(of command: Command, on page: inout Mdoc) {
        page.request("Nm \("\(name) \(command.name)".argument)")
        for option in command.options { page.request("Op \(option.mdoc)") }
        for argument in command.arguments { page.request(argument.mdoc) }
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

    /// Writes the purpose of each example, then its line.
    fileprivate mutating func examples(_ examples: [Example], of program: String) {
        guard !examples.isEmpty else { return }
        section("EXAMPLES") { page in
            for example in examples {
                page.paragraph()
                page.prose("\(example.summary):".startingUpper)
                page.verbatim([example.line(of: program)])
            }
        }
    }

    /// Lists other pages, named as in `ossauthd(8)`.
    fileprivate mutating func references(_ pages: [String]) {
        guard !pages.isEmpty else { return }
        section("SEE ALSO") { page in
            for (index, name) in pages.enumerated() {
                let parts = name.dropLast().split(separator: "(")
                let comma = index + 1 < pages.count ? " ," : ""
                page.request("Xr \(parts.joined(separator: " "))\(comma)")
            }
        }
    }
}

extension Option {
    fileprivate var mdoc: String {
        let shortForm = short.map { "Fl \($0) , " } ?? ""
        let value = placeholder.map { "\(takesWord ? " " : " Ns Oo = Oc Ns ")Ar \($0.argument)" } ?? ""
        return "\(shortForm)Fl -\(name)\(value)"
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
