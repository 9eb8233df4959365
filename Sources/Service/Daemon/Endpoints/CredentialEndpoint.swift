internal import API
internal import Access
internal import Bytes
internal import Callers
internal import Documents
internal import HTTP
internal import Keeping
internal import Kernel
internal import Metrics
internal import Records
internal import Scoping
internal import Serving
internal import Settings
internal import Time
internal import Tokens

/// `GET /v1/credentials`, and all other ways for a program to get the credential itself.
struct CredentialEndpoint {
    let context: DaemonContext

    func respond(
        to request: borrowing ClientRequest, by caller: Caller, of connection: Connection,
        into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        let call = try HandoutCall(query: request.query)
        let profile = try profile(wantedBy: call, of: caller, connection, at: request.now)
        return try respond(
            with: profile, as: call.format, living: call.minValid, to: request, by: caller, of: connection,
            into: &output)
    }

    /// Answers with the document of a profile, whose credential lives that many seconds.
    func respond(
        with profile: Profile, for session: TokenSession? = nil, as format: DocumentFormat,
        living seconds: Int = 0, to request: borrowing ClientRequest, by caller: Caller,
        of connection: Connection, into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        let handout = Handout(profile: profile, session: session)
        guard
            let credential = try credential(
                of: handout, living: seconds, to: caller, connection, at: request.now)
        else { return .waits }
        let now = request.now.wall
        ResponseWriter.write(ResponseFields(.ok, keepAlive: request.keepAlive), into: &output) { output in
            output.append(handoutOf: credential, at: now, as: format)
        }
        return .answered(.isSecret)
    }

    private func profile(
        wantedBy call: borrowing HandoutCall, of caller: Caller, _ connection: Connection, at now: Moment
    ) throws(Problem) -> Profile {
        guard let name = call.profile else {
            return try context.defaultProfile(for: caller.rules)
        }
        return try profile(named: call.text[name], toHandTo: caller, connection, at: now)
    }

    /// Hides whether a profile exists from callers that may not have its credential.
    func profile(
        named name: Span<UInt8>, for operation: Operation = .credentials, toHandTo caller: Caller,
        _ connection: Connection, at now: Moment
    ) throws(Problem) -> Profile {
        if let profile = context.profiles[name] { return profile }
        guard let refusal = caller.rules.refusal(to: operation, with: name) else {
            throw context.unknownProfile(named: name, to: caller.rules)
        }
        context.record(
            .refused(refusal.missing), operation, of: name, by: caller, over: connection, at: now.boot)
        throw .notAllowed(refusal)
    }

    /// The profile of `GET /v1/compat`, for callers that may have its credential.
    func profileOfCompat(
        for caller: Caller, _ connection: Connection, _ request: borrowing ClientRequest
    ) throws(Problem) -> Profile {
        let call = try HandoutCall(query: request.query, takesTerms: false)
        let profile = try profile(wantedBy: call, of: caller, connection, at: request.now)
        _ = try caller.rules.rule(handingOut: profile)
        return profile
    }
}

// A server that hands tokens on to users of its own.
extension CredentialEndpoint {
    /// Answers `POST /v1/issue`.
    func issue(
        to request: borrowing ClientRequest, by caller: Caller, of connection: Connection,
        into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        guard request.query.isEmpty else { throw .malformed(.unexpectedQuery) }
        let call = try IssueCall(request.body)
        let profile = try profile(of: call, for: caller, connection, at: request.now)
        return try respond(
            with: profile, for: call.session, as: .json, to: request, by: caller, of: connection,
            into: &output)
    }

    private func profile(
        of call: IssueCall, for caller: Caller, _ connection: Connection, at now: Moment
    ) throws(Problem) -> Profile {
        guard let name = call.profile else {
            return try context.defaultProfile(for: caller.rules)
        }
        return try profile(named: name.utf8Span.span, for: .issue, toHandTo: caller, connection, at: now)
    }
}

// systemd, on behalf of a service with `LoadCredential=`.
extension CredentialEndpoint {
    /// The profile that systemd names, if it asks for the unit that it connects from; else an empty name.
    func profileWanted(by caller: Caller, _ connection: Connection) -> ByteBuffer {
        guard let name = try? connection.socket.peerName(),
            let request = ServiceCredentialRequest(peerName: name.span),
            let unit = caller.peer.facts.unit, name[request.unit].equals(unit.utf8Span.span)
        else {
            context.record(
                .refused(.rule), .credentials, of: Span(), by: caller, over: connection,
                at: connection.connectedAt)
            return ByteBuffer()
        }
        return ByteBuffer(copying: name[request.profile])
    }

    /// Appends the bare document; `false`: the request has to wait.
    func appendDocument(
        of name: Span<UInt8>, to caller: Caller, _ connection: Connection, at now: Moment,
        into output: inout ByteBuffer
    ) throws(Problem) -> Bool {
        let profile = try context.profile(named: name)
        guard
            let credential = try credential(
                of: Handout(profile: profile), living: 0, to: caller, connection, at: now)
        else { return false }
        output.append(handoutOf: credential, at: now.wall)
        return true
    }
}

/// The wish of a program: the token of a profile, or one for a user of its own.
private struct Handout {
    let profile: Profile
    /// `nil`: the token is for the program itself.
    var session: TokenSession?

    var operation: Operation { session == nil ? .credentials : .issue }
}

// The decision.
extension CredentialEndpoint {
    /// Checks the rules, and records the decision; `nil` when the request has to wait.
    private func credential(
        of handout: Handout, living seconds: Int, to caller: Caller, _ connection: Connection, at now: Moment
    ) throws(Problem) -> Credential? {
        let rule: Int
        do throws(Problem) {
            rule = try self.rule(for: handout, to: caller, connection, at: now)
        } catch {
            if let decision = AuditDecision(error) {
                record(decision, on: handout, by: caller, connection, at: now)
            }
            throw error
        }
        let patience = HandoutPatience(context.patience, behind: connection.listenerKind)
        let token = try token(of: handout, for: caller, connection, at: now)
        switch try token.handout(
            living: seconds, afterWaiting: connection.hasWaited, isIssued: handout.session != nil, at: now,
            within: patience)
        {
        case .wait(let end):
            token.waiters.append(connection.beginWait(until: end))
            return nil
        case .credential(let credential):
            let decision = AuditDecision.handedOut(generation: credential.generation, rule: rule)
            guard record(decision, on: handout, by: caller, connection, at: now) else { throw .unrecorded }
            return credential
        }
    }

    @discardableResult private func record(
        _ decision: AuditDecision, on handout: Handout, by caller: Caller, _ connection: Connection,
        at now: Moment
    ) -> Bool {
        context.record(
            decision, handout.operation, of: handout.profile.name.utf8Span.span,
            session: handout.session?.name ?? "", by: caller, over: connection, at: now.boot)
    }

    /// The number of the rule that grants the credential; a request that waited is not counted again.
    private func rule(
        for handout: Handout, to caller: Caller, _ connection: Connection, at now: Moment
    ) throws(Problem) -> Int {
        let name = handout.profile.name.utf8Span.span
        let question =
            handout.session == nil
            ? Question(handoutOf: name, isScoped: handout.profile.settings.isScoped)
            : Question(.issue, profile: name)
        guard connection.mustCount(grantsTo: caller) else { return try caller.rules.rule(granting: question) }
        let rules = context.meteredRules(of: caller, at: now)
        let rule = try rules.rule(granting: question)
        context.count(1, by: rule, to: caller, at: now)
        return rule
    }

    private func token(
        of handout: Handout, for caller: Caller, _ connection: Connection, at now: Moment
    ) throws(Problem) -> Profile {
        guard let session = handout.session else {
            return try context.token(of: handout.profile, toHandTo: caller, connection, at: now)
        }
        let settings = handout.profile.settings
        if let reason = settings.obstacle(to: session) {
            throw .invalidRequest(.profile("profile \(settings.name) \(reason)"))
        }
        return try context.token(of: handout.profile, for: session, at: now.boot)
    }
}

extension PeerRules {
    /// The number of the rule that grants the credential of this profile.
    func rule(handingOut profile: Profile) throws(Problem) -> Int {
        try rule(
            granting: Question(handoutOf: profile.name.utf8Span.span, isScoped: profile.settings.isScoped))
    }
}

extension ProfileSettings {
    /// Why no token can be issued for this session.
    fileprivate func obstacle(to issued: TokenSession) -> String? {
        guard let role = source.session else {
            return "assumes no role, so it has no tokens with a policy: see Source=assume-role"
        }
        guard role.policy == nil else {
            return "has a policy of its own, and STS takes one for each token: attach it to the role"
        }
        guard issued.duration ?? role.duration <= role.duration else {
            return "has tokens of at most \(role.duration.components.seconds) s (Duration=)"
        }
        return nil
    }
}
