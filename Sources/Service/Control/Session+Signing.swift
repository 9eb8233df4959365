internal import Commands

extension Session {
    mutating func sign(
        _ location: ObjectLocation, _ terms: SigningTerms, as form: SignedForm
    ) throws(Failure) {
        let reply = try ask(.sign(location, terms))
        let answer = try Failure.reading { () throws(AnswerError) in try SignedAnswer(reply.body, count: 1) }
        try show(reply, else: SignedPage.text(of: answer, for: terms, as: form))
        explain(answer)
    }

    mutating func signForm(_ form: PostForm, as style: FormStyle) throws(Failure) {
        let reply = try ask(.postPolicy(form))
        let answer = try Failure.reading { () throws(AnswerError) in try FormAnswer(reply.body) }
        try show(reply, else: FormPage.text(of: answer, for: form, as: style))
        if let note = FormPage.note(on: answer) { terminal.note(note) }
        terminal.explain(FormPage.explanation(of: answer, terminal.errorInk))
    }

    /// Prints the URLs in the order of the locations, however they were signed; all of them or none.
    mutating func presign(_ locations: [ObjectLocation], _ terms: PresignTerms) throws(Failure) {
        var urls = [String](repeating: "", count: locations.count)
        var notes: [String] = []
        for batch in PresignPlan(locations).batches {
            let reply = try ask(.presign(batch.locations, terms))
            let answer = try Failure.reading { () throws(AnswerError) in
                try SignedAnswer(reply.body, count: batch.locations.count)
            }
            for (place, url) in zip(batch.places, answer.urls) { urls[place] = url }
            let found = SignedPage.notes(on: answer, isOne: locations.count == 1)
            notes += found.filter { !notes.contains($0) }
            if printsJSON { try printJSON(reply) }
            explain(answer)
        }
        if !printsJSON { try terminal.print(SignedPage.lines(urls)) }
        for note in notes { terminal.note(note) }
    }

    private func explain(_ answer: SignedAnswer) {
        terminal.explain(SignedPage.explanation(of: answer, terminal.errorInk))
    }
}
