internal import API
internal import Access
internal import Bytes
internal import Callers
internal import Exchanging
internal import HTTP
internal import Keeping
internal import Metrics
internal import Records
internal import Serving
internal import Signing
internal import Time
internal import Tokens

// Remote signatures: the answer is composed once to collect the strings to sign, and again with the signatures.
extension SigningEndpoint {
    /// Composes the answer and requests its signatures; the request waits as for a token.
    func signRemotely(
        with credential: Credential, of profile: Profile, _ request: borrowing ClientRequest,
        _ caller: Caller, _ connection: Connection, at signing: inout SigningContext,
        into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        guard signing.call.keys.count <= SigningTicket.maximumStrings else {
            throw .invalidRequest(
                .value("keys", mustBe: "at most 100 where the signatures are made elsewhere"))
        }
        let now = request.now
        let ticket = SigningTicket(
            for: credential, of: profile, at: profile.time(at: now), waiting: connection.beginWait(),
            by: caller.peer.uid, until: now.boot + context.patience)
        try context.recordGrant(
            withGeneration: credential.generation, on: &signing, by: caller, over: connection, at: now)
        guard try !compose(ticket, of: profile, request, at: &signing, into: &output) else {
            return .answered()
        }
        try mapping(profile.sign(ticket)) { (error: FetchFailure) in profile.lack(of: error, at: now) }
        connection.work = ticket
        return .waits
    }

    /// Called at the end of the wait, with or without all signatures.
    func finish(
        _ ticket: SigningTicket, of profile: Profile, _ request: borrowing ClientRequest,
        at signing: inout SigningContext, into output: inout ByteBuffer
    ) throws(Problem) {
        ticket.abandon()
        if let failure = ticket.failure {
            throw profile.lack(of: failure, isRefused: ticket.isRefused, at: request.now)
        }
        guard try compose(ticket, of: profile, request, at: &signing, into: &output) else {
            let failure = FetchFailure(kind: .passing, message: "no answer came in time")
            throw profile.lack(of: failure, at: request.now)
        }
    }

    /// `false`: a signature is missing, and nothing was written.
    private func compose(
        _ ticket: SigningTicket, of profile: Profile, _ request: borrowing ClientRequest,
        at signing: inout SigningContext, into output: inout ByteBuffer
    ) throws(Problem) -> Bool {
        let start = output.count
        // Read first, because signing releases a large call.
        let signatures = max(1, signing.call.keys.count)
        ticket.signatures.rewind()
        try signing.answer(
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

extension SigningTicket: PendingWork {}
