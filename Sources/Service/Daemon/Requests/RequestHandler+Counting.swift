internal import API
internal import Access
internal import Metrics

// How requests end is counted in all, and by the user who asked.
extension RequestHandler {
    func noteAnswer(to kind: RequestKind, of connection: Connection) {
        tally.noteAnswer(to: kind)
        counts(of: connection).note(.answered)
    }

    func note(_ problem: Problem, to kind: RequestKind, of connection: Connection) {
        tally.note(problem, to: kind)
        counts(of: connection).note(Verdict(problem))
    }

    private func counts(of connection: Connection) -> UserCounts {
        if let known = connection.userCounts { return known }
        let counts = users.counts(of: connection.caller.peer.uid)
        connection.userCounts = counts
        return counts
    }
}
