internal import API
internal import Access
internal import Bytes
internal import Metrics
internal import Signing
internal import Time
internal import Tokens

// Answers whose signatures are made elsewhere: composed once to learn what there is to sign, and again with the
// signatures.
extension RequestHandler {
    /// Composes the answer and asks for what is missing in it; it waits like one that waits for a token.
    func sign(
        elsewhere credential: Credential, of profile: Profile, _ request: borrowing ClientRequest,
        _ connection: Connection, at desk: inout SigningDesk, into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        guard desk.call.keys.count <= RemoteSigner.maximumStrings else {
            throw .tooManyKeysForElsewhere
        }
        let now = request.now
        let ticket = SigningTicket(
            for: credential, of: profile, at: profile.time(at: now), waiting: connection.beginWait(),
            by: connection.caller.peer.uid, until: now.boot + patience)
        record(credential, connection, &desk, at: now)
        guard try !compose(ticket, of: profile, request, at: &desk, into: &output) else { return .answered() }
        do throws(FetchFailure) {
            try profile.remoteSigner?.sign(ticket)
        } catch {
            throw profile.lack(of: error, at: now)
        }
        connection.keep().ticket = ticket
        return .waits
    }

    /// The wait is over, with all signatures or without.
    func finish(
        _ ticket: SigningTicket, of profile: Profile, _ request: borrowing ClientRequest,
        at desk: inout SigningDesk, into output: inout ByteBuffer
    ) throws(Problem) {
        ticket.abandon()
        if let failure = ticket.failure { throw profile.lack(of: failure, at: request.now) }
        guard try compose(ticket, of: profile, request, at: &desk, into: &output) else {
            let failure = FetchFailure(kind: .passing, message: "no answer came in time")
            throw profile.lack(of: failure, at: request.now)
        }
    }

    /// `false`: something is not signed, and nothing was written.
    private func compose(
        _ ticket: SigningTicket, of profile: Profile, _ request: borrowing ClientRequest,
        at desk: inout SigningDesk, into output: inout ByteBuffer
    ) throws(Problem) -> Bool {
        let start = output.count
        // The desk forgets a large call as soon as it is answered.
        let signatures = max(1, desk.call.keys.count)
        ticket.signatures.rewind()
        try desk.answer(
            with: ticket.credential, of: profile.defaults, at: ticket.time, keepAlive: request.keepAlive,
            to: &output)
        guard ticket.signatures.isComplete else {
            output.truncate(to: start)
            return false
        }
        profile.tally.value.signatures += signatures
        return true
    }
}

extension Problem {
    static var tooManyKeysForElsewhere: Problem {
        .invalidRequest(.value("keys", mustBe: "at most 100 where the signatures are made elsewhere"))
    }
}
