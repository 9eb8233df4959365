internal import Bytes
internal import Commands
internal import Kernel
internal import Reaching

extension Session {
    mutating func showIdentity() throws(Failure) {
        let reply = try ask(.whoami)
        let answer = try IdentityAnswer(reading: reply.body)
        guard !printsJSON else { return try printIdentity(reply, of: answer) }
        let page = RulesPage(terminal.ink, columns: terminal.columns(of: .output))
        try terminal.print(page.text(of: answer, named: userName))
    }

    /// The answer, with the name and the groups that the text shows as well.
    private func printIdentity(_ reply: borrowing Reply, of answer: IdentityAnswer) throws(Failure) {
        var document = ByteBuffer(capacity: 4_096)
        try Failure.reading { () throws(AnswerError) in
            try document.append(identity: reply.body, of: answer, named: userName)
        }
        try printJSON(document.span)
    }

    private var userName: String? { (try? Account.numbered(ThisProcess.user))?.name }

    mutating func explain(_ wanted: Wanted, by somebody: Somebody) throws(Failure) -> ExitStatus {
        let reply = try ask(.explain(somebody.naming(Int(ThisProcess.user)), wanted))
        let answer = try ExplanationAnswer(reading: reply.body)
        try show(
            reply, else: RulesPage(terminal.ink, columns: terminal.columns(of: .output)).text(of: answer))
        return answer.isGranted ? .done : .refused
    }
}
