internal import API
internal import Access
internal import Metrics

// How requests end is counted in all, and by the user who asked.
extension RequestHandler {
    func noteAnswer(to kind: RequestKind, of connection: Connection) {
        tally.noteAnswer(to: kind)
        counts(of: connection.caller).note(.answered)
    }

    func note(_ problem: Problem, to kind: RequestKind, of connection: Connection) {
        tally.note(problem, to: kind)
        counts(of: connection.caller).note(Verdict(problem))
    }

    private func counts(of caller: Caller) -> UserCounts {
        if let known = caller.counts { return known }
        let counts = users.counts(of: caller.peer.uid)
        caller.counts = counts
        return counts
    }
}
