internal import API
internal import Access
internal import Bytes
internal import Callers
internal import HTTP
internal import Keeping
internal import Metrics
internal import Serving
internal import Signing
internal import Time
internal import Tokens

/// `POST /v1/sign`, `/v1/presign`, `/v1/post-policy` and `/v1/sign-string`.
struct SigningEndpoint {
    let context: DaemonContext

    func respond(
        to request: borrowing ClientRequest, at route: SigningRoute, by caller: Caller,
        of connection: Connection, into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        // The client may expect an effect of the query.
        guard request.query.isEmpty else { throw .malformed(.unexpectedQuery) }
        try context.signing.value.read(request.body, for: route)
        let profile = try profile(wantedAt: &context.signing.value, by: caller, connection, at: request.now)
        return try sign(
            request, with: profile, by: caller, of: connection, at: &context.signing.value, into: &output)
    }

    /// Signs the call that was read.
    func sign(
        _ request: borrowing ClientRequest, with profile: Profile, by caller: Caller,
        of connection: Connection, at signing: inout SigningContext, into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        try admit(caller, connection, to: profile, of: &signing, at: request.now)
        // Signatures for a profile that a reload replaced are requested again.
        if let ticket = connection.work as? SigningTicket, ticket.profile === profile {
            try finish(ticket, of: profile, request, at: &signing, into: &output)
            return .answered()
        }
        return try signAdmitted(
            request, with: profile, by: caller, of: connection, at: &signing, into: &output)
    }

    private func signAdmitted(
        _ request: borrowing ClientRequest, with profile: Profile, by caller: Caller,
        of connection: Connection, at signing: inout SigningContext, into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        let now = request.now
        guard
            let credential = try context.credential(
                of: profile, living: signing.call.minValid, for: connection, at: now)
        else {
            profile.waiters.append(connection.beginWait())
            return .waits
        }
        guard !credential.secretIsRemote else {
            return try signRemotely(
                with: credential, of: profile, request, caller, connection, at: &signing, into: &output)
        }
        try context.recordGrant(
            withGeneration: credential.generation, on: &signing, by: caller, over: connection, at: now)
        let signatures = max(1, signing.call.keys.count)
        try signing.answer(
            with: credential, of: profile.defaults, at: profile.time(at: now), keepAlive: request.keepAlive,
            to: &output)
        profile.tally.value.signatures += signatures
        return .answered()
    }

    /// The profile that the request names.
    ///
    /// Hides whether a profile exists from callers that may not sign with it.
    private func profile(
        wantedAt signing: inout SigningContext, by caller: Caller, _ connection: Connection, at now: Moment
    ) throws(Problem) -> Profile {
        guard let name = signing.said.profile else {
            return try context.defaultProfile(for: caller.rules)
        }
        if let profile = context.profiles[signing.call.request.text[name]] { return profile }
        let rules = caller.rules
        guard let refusal = signing.call.refusal(by: rules) else {
            throw context.unknownProfile(named: signing.call.request.text[name], to: rules)
        }
        context.recordRefusal(
            .notAllowed(refusal), of: &signing, by: caller, over: connection, at: now)
        throw .notAllowed(refusal)
    }

    /// Checks the rules of the caller and counts the grants; a request that waited is not counted again.
    private func admit(
        _ caller: Caller, _ connection: Connection, to profile: Profile, of signing: inout SigningContext,
        at now: Moment
    ) throws(Problem) {
        do throws(Problem) {
            let time = profile.time(at: now)
            guard connection.mustCount(grantsTo: caller) else {
                return try signing.admit(to: profile.defaults, by: caller.rules, at: time)
            }
            let rules = context.meteredRules(of: caller, at: now)
            try signing.admit(to: profile.defaults, by: rules, at: time)
            context.count(signing.grants, to: caller, at: now)
        } catch {
            context.recordRefusal(error, of: &signing, by: caller, over: connection, at: now)
            throw error
        }
    }
}
