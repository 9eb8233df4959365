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
internal import Serving
internal import Time
internal import Tokens

/// `GET /v1/credentials`, and all other ways for a program to get the credential itself.
struct CredentialEndpoint {
    /// The requirements of a program on the credential.
    private struct Terms {
        /// In seconds.
        var minValid = 0
        var format = DocumentFormat.json
    }

    private let context: DaemonContext

    init(_ context: DaemonContext) {
        self.context = context
    }

    func respond(
        to request: borrowing ClientRequest, of connection: Connection, into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        let call = try HandoutCall(query: request.query)
        let profile = try profile(wantedBy: call, of: connection, at: request.now)
        let terms = Terms(minValid: call.minValid, format: call.format)
        return try respond(with: profile, by: terms, to: request, of: connection, into: &output)
    }

    /// Answers with the document of a profile.
    func respond(
        with profile: Profile, as format: DocumentFormat, to request: borrowing ClientRequest,
        of connection: Connection, into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        try respond(with: profile, by: Terms(format: format), to: request, of: connection, into: &output)
    }

    private func respond(
        with profile: Profile, by terms: Terms, to request: borrowing ClientRequest,
        of connection: Connection, into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        guard
            let credential = try credential(
                of: profile, living: terms.minValid, toHandTo: connection, at: request.now)
        else { return .waits }
        let now = request.now.wall
        ResponseWriter.write(ResponseFields(.ok, keepAlive: request.keepAlive), into: &output) { output in
            output.append(handoutOf: credential, at: now, as: terms.format)
        }
        return .answered(.isSecret)
    }

    private func profile(
        wantedBy call: borrowing HandoutCall, of connection: Connection, at now: Moment
    ) throws(Problem) -> Profile {
        guard let name = call.profile else {
            return try context.defaultProfile(for: connection.caller.rules)
        }
        return try profile(named: call.text[name], toHandTo: connection, at: now)
    }

    /// Hides whether a profile exists from callers that may not have its credential.
    func profile(
        named name: Span<UInt8>, toHandTo connection: Connection, at now: Moment
    ) throws(Problem) -> Profile {
        if let profile = context.profiles[name] { return profile }
        guard let refusal = connection.caller.rules.refusal(to: .credentials, with: name) else {
            throw context.unknownProfile(named: name, to: connection.caller.rules)
        }
        context.record(.refused(refusal.missing), onHandoutOf: name, by: connection, at: now.boot)
        throw .notAllowed(refusal)
    }

    /// The profile of `GET /v1/compat`, for callers that may have its credential.
    func profileOfCompat(
        for connection: Connection, _ request: borrowing ClientRequest
    ) throws(Problem) -> Profile {
        let call = try HandoutCall(query: request.query, takesTerms: false)
        let profile = try profile(wantedBy: call, of: connection, at: request.now)
        let question = Question(.credentials, profile: profile.name.utf8Span.span)
        _ = try connection.caller.rules.rule(granting: question)
        return profile
    }
}

// systemd, on behalf of a service with `LoadCredential=`.
extension CredentialEndpoint {
    /// The profile that systemd names, if it asks for the unit that it connects from; else an empty name.
    func profileWanted(by connection: Connection) -> ByteBuffer {
        guard let name = try? connection.socket.peerName(),
            let request = ServiceCredentialRequest(peerName: name.span),
            let unit = connection.caller.peer.facts.unit, name[request.unit].equals(unit.utf8Span.span)
        else {
            context.record(
                .refused(.rule), onHandoutOf: Span(), by: connection, at: connection.connectedAt)
            return ByteBuffer()
        }
        return ByteBuffer(copying: name[request.profile])
    }

    /// Appends the bare document; `false`: the request has to wait.
    func appendDocument(
        of name: Span<UInt8>, to connection: Connection, at now: Moment, into output: inout ByteBuffer
    ) throws(Problem) -> Bool {
        let profile = try context.profile(named: name)
        guard let credential = try credential(of: profile, living: 0, toHandTo: connection, at: now) else {
            return false
        }
        output.append(handoutOf: credential, at: now.wall)
        return true
    }
}

// The decision.
extension CredentialEndpoint {
    /// Checks the rules, and records the decision; `nil` when the request has to wait.
    private func credential(
        of profile: Profile, living seconds: Int, toHandTo connection: Connection, at now: Moment
    ) throws(Problem) -> Credential? {
        let name = profile.name.utf8Span.span
        let rule: Int
        do throws(Problem) {
            rule = try ruleForHandout(of: profile, to: connection, at: now)
        } catch {
            if let decision = AuditDecision(error) {
                context.record(decision, onHandoutOf: name, by: connection, at: now.boot)
            }
            throw error
        }
        let patience = HandoutPatience(context.patience, behind: connection.listenerKind)
        switch try profile.handout(
            living: seconds, afterWaiting: connection.hasWaited, at: now, within: patience)
        {
        case .wait(let end):
            profile.waiters.append(connection.beginWait(until: end))
            return nil
        case .credential(let credential):
            context.record(
                .handedOut(generation: credential.generation, rule: rule), onHandoutOf: name,
                by: connection, at: now.boot)
            return credential
        }
    }

    /// The number of the rule that grants the credential; a request that waited is not counted again.
    private func ruleForHandout(
        of profile: Profile, to connection: Connection, at now: Moment
    ) throws(Problem) -> Int {
        let question = Question(.credentials, profile: profile.name.utf8Span.span)
        guard connection.isToBeCounted else { return try connection.caller.rules.rule(granting: question) }
        let rules = context.meteredRules(of: connection, at: now)
        let rule = try rules.rule(granting: question)
        context.count(1, by: rule, to: connection, at: now)
        return rule
    }
}
