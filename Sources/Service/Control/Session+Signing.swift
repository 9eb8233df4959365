internal import Bytes
internal import Commands
internal import Kernel
internal import Reaching

extension Session {
    mutating func sign(
        _ location: ObjectLocation, _ terms: SigningTerms, as form: SignedForm
    ) throws(Failure) {
        let reply = try ask(.sign(location, terms))
        let answer = try SignedAnswer(reading: reply.body)
        if printsJSON {
            try printJSON(reply)
        } else {
            try terminal.printForProgram(SignedPage.text(of: answer, for: terms, as: form).utf8Span.span)
        }
        explain(answer)
    }

    mutating func signForm(_ form: PostForm, as style: FormStyle) throws(Failure) {
        let reply = try ask(.postPolicy(form))
        let answer = try FormAnswer(reading: reply.body)
        if printsJSON {
            try printJSON(reply, completing: form)
        } else {
            try terminal.printForProgram(FormPage.text(of: answer, for: form, as: style).utf8Span.span)
        }
        if let note = FormPage.note(on: answer) { terminal.note(note) }
        terminal.explain(FormPage.explanation(of: answer, terminal.errorInk))
    }

    private func printJSON(_ reply: borrowing Reply, completing form: PostForm) throws(Failure) {
        var document = ByteBuffer(capacity: 4_096)
        try Failure.reading { () throws(AnswerError) in try document.append(signedForm: reply.body, for: form)
        }
        try printJSON(document.span)
    }

    /// Prints the answer of the daemon to a single location, as JSON.
    mutating func presignRaw(_ locations: [ObjectLocation], _ terms: PresignTerms) throws(Failure) {
        let reply = try ask(.presign(locations, terms))
        let answer = try SignedAnswer(reading: reply.body)
        try printJSON(reply)
        explain(answer)
        let notes =
            SignedPage.notes(on: answer, isOne: true) + [SignedPage.note(on: locations)].compactMap(\.self)
        for note in notes { terminal.note(note) }
    }

    /// Prints a row for each location, in the order of the list.
    mutating func presign(_ list: LocationList, _ terms: PresignTerms) throws(Failure) {
        if case .standardInput = list, StandardStream.input.isTerminal {
            terminal.note("reading oss:// URLs from standard input, one a line")
        }
        let rows = SignedRows(as: format, isForTerminal: terminal.isSeen)
        var run = PresignRun(
            list, terms, as: rows, over: try Link(to: path, patience: patience), on: terminal,
            isTraced: isTraced)
        try run.run()
    }

    private func explain(_ answer: SignedAnswer) {
        terminal.explain(SignedPage.explanation(of: answer, terminal.errorInk))
    }
}
