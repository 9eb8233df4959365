internal import API
internal import Access
internal import Bytes
internal import HTTP
internal import Kernel
internal import Metrics
internal import Time
internal import Tokens

// Credentials for those who may have them, by whichever door they came.
extension RequestHandler {
    /// `GET /v1/credentials`.
    func handOut(
        _ request: borrowing ClientRequest, of connection: Connection, into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        let call = try HandoutCall(query: request.query)
        let profile = try profile(wantedBy: call, of: connection, at: request.now)
        let terms = HandoutTerms(minValid: call.minValid, format: call.format)
        return try handOut(profile, by: terms, request, of: connection, into: &output)
    }

    /// The profile whose credential is wanted.
    func profile(
        wantedBy call: borrowing HandoutCall, of connection: Connection, at now: Moment
    ) throws(Problem) -> Profile {
        guard let name = call.profile else { return try profileMeant(by: connection.caller.rules) }
        return try profile(named: call.text[name], toHandTo: connection, at: now)
    }

    /// Who may not have the credential of a profile of such a name is not told whether there is one.
    func profile(
        named name: Span<UInt8>, toHandTo connection: Connection, at now: Moment
    ) throws(Problem) -> Profile {
        if let profile = profiles[name] { return profile }
        guard let refusal = connection.caller.rules.refusal(to: .credentials, with: name) else {
            throw unknownProfile(named: name, to: connection.caller.rules)
        }
        audit.record(.refused(refusal.missing), onHandoutOf: name, by: connection, at: now.boot)
        throw .notAllowed(refusal)
    }

    /// The document, for those who may have it.
    func handOut(
        _ profile: Profile, by terms: HandoutTerms = HandoutTerms(), _ request: borrowing ClientRequest,
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

    /// What systemd wants for a service; nothing is written for one that may not have it.
    func answerService(
        profile name: Span<UInt8>, of connection: Connection, at now: Moment, into output: inout ByteBuffer
    ) -> RequestOutcome {
        do throws(Problem) {
            try refresh(connection, at: now.boot)
            let profile = try profile(named: name)
            guard let credential = try credential(of: profile, living: 0, toHandTo: connection, at: now)
            else {
                return .waits
            }
            output.append(handoutOf: credential, at: now.wall)
            noteAnswer(to: .credentials, of: connection)
        } catch {
            note(error, to: .credentials, of: connection)
            // Its caller learns no more than that: systemd has no ear for reasons, and the operator has the journal.
        }
        return .answered([.isSecret, .isLast])
    }

    /// The profile that systemd names, if it is systemd that asks, for the unit that it asks from; else no name at all.
    func profileWanted(by connection: Connection) -> ByteBuffer {
        guard let name = try? connection.socket.peerName(),
            let request = ServiceCredentialRequest(peerName: name.span),
            let unit = connection.caller.peer.facts.unit, name[request.unit].equals(unit.utf8Span.span)
        else {
            audit.record(
                .refused(.rule), onHandoutOf: Span(), by: connection, at: connection.connectedAt)
            return ByteBuffer()
        }
        return ByteBuffer(copying: name[request.profile])
    }
}

extension RequestHandler {
    /// Asks the rules, and records what they say; `nil` when the caller has to wait.
    func credential(
        of profile: Profile, living seconds: Int, toHandTo connection: Connection, at now: Moment
    ) throws(Problem) -> Credential? {
        let rule: Int
        do throws(Problem) {
            rule = try ruleForHandout(of: profile, to: connection, at: now)
        } catch {
            if let decision = AuditDecision(error) {
                audit.record(
                    decision, onHandoutOf: profile.name.utf8Span.span, by: connection, at: now.boot)
            }
            throw error
        }
        switch try profile.handout(
            living: seconds, afterWaiting: connection.hasWaited, at: now,
            within: Patience(patience, behind: connection.door))
        {
        case .wait(let end):
            profile.waiters.append(connection.beginWait(until: end))
            return nil
        case .credential(let credential):
            audit.record(
                .handedOut(generation: credential.generation, rule: rule),
                onHandoutOf: profile.name.utf8Span.span, by: connection, at: now.boot)
            return credential
        }
    }

    /// The number of the rule that grants it, which is counted unless the request waited, and was counted when it came.
    private func ruleForHandout(
        of profile: Profile, to connection: Connection, at now: Moment
    ) throws(Problem) -> Int {
        let question = Question(.credentials, profile: profile.name.utf8Span.span)
        guard connection.isToBeCounted else { return try connection.caller.rules.rule(granting: question) }
        let rules = meteredRules(of: connection, at: now)
        let rule = try rules.rule(granting: question)
        count(1, by: rule, to: connection, at: now)
        return rule
    }
}
