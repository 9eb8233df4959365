internal import Commands
internal import Kernel
internal import Reaching

extension Session {
    mutating func showIdentity() throws(Failure) {
        let reply = try ask(.whoami)
        let answer = try IdentityAnswer(reading: reply.body)
        try show(reply, else: RulesPage(terminal.ink).text(of: answer, named: userName))
    }

    private var userName: String? { (try? Account.numbered(ThisProcess.user))?.name }

    mutating func explain(_ wanted: Wanted, by somebody: Somebody) throws(Failure) -> ExitStatus {
        let reply = try ask(.explain(somebody.naming(Int(ThisProcess.user)), wanted))
        let answer = try ExplanationAnswer(reading: reply.body)
        try show(reply, else: RulesPage(terminal.ink).text(of: answer))
        return answer.isGranted ? .done : .refused
    }
}
