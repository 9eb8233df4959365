internal import Commands

extension Session {
    borrowing func sign(_ location: ObjectLocation, _ terms: SigningTerms) throws(Failure) {
        let reply = try ask(.sign(location, terms))
        let answer = try Failure.reading { () throws(AnswerError) in try SignedAnswer(reply.body, count: 1) }
        try show(reply, else: SignedPage.request(answer))
        explain(answer)
    }

    /// Prints the URLs in the order of the locations, whatever order they were signed in; all of them or none.
    borrowing func presign(_ locations: [ObjectLocation], _ terms: PresignTerms) throws(Failure) {
        var urls = [String](repeating: "", count: locations.count)
        var notes: [String] = []
        for batch in PresignPlan(locations).batches {
            let reply = try ask(.presign(batch.locations, terms))
            let answer = try Failure.reading { () throws(AnswerError) in
                try SignedAnswer(reply.body, count: batch.locations.count)
            }
            for (place, url) in zip(batch.places, answer.urls) { urls[place] = url }
            for note in SignedPage.notes(on: answer) where !notes.contains(note) { notes.append(note) }
            if printsJSON { try printJSON(reply) }
            explain(answer)
        }
        if !printsJSON { try terminal.print(SignedPage.lines(urls)) }
        for note in notes { terminal.note(note) }
    }

    private borrowing func explain(_ answer: SignedAnswer) {
        terminal.explain(SignedPage.explanation(of: answer, terminal.errorInk))
    }
}
