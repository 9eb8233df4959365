internal import API
internal import Access
internal import Bytes
internal import HTTP
internal import Kernel
internal import Signing
internal import Time

// Who callers are, and what the daemon tells of them and of its rules.
extension RequestHandler {
    func appendIdentity(
        of connection: Connection, _ request: borrowing ClientRequest, to output: inout ByteBuffer
    ) {
        ResponseWriter.write(ResponseFields(.ok, keepAlive: request.keepAlive), into: &output) { output in
            output.append(connection.identity)
        }
    }

    /// Whether somebody else would be granted a request, by the same steps that his request would take.
    func explain(_ request: borrowing ClientRequest, into output: inout ByteBuffer) throws(Problem) {
        let call = try ExplainCall(request.body)
        let peer = try Peer(call)
        let rules = policy.rules(for: peer)
        let verdict =
            switch call.wish {
            case .signature(let route, let body):
                try verdict(on: request.body.extracting(body), for: route, by: rules, at: request.now)
            case .credential(let profile): try verdict(onCredentialOf: profile, by: rules)
            }
        var report = ExplanationReport(verdict, rules: rules)
        report.obstacle = apiSocketPermissions()?.obstacle(to: peer)
        ResponseWriter.write(ResponseFields(.ok, keepAlive: request.keepAlive), into: &output) { output in
            output.append(report)
        }
    }

    /// The profile that is to sign.
    ///
    /// Who may not sign with a profile of such a name is not told whether there is one.
    func profile(
        wantedAt desk: inout SigningDesk, by connection: Connection, at now: Moment
    ) throws(Problem) -> Profile {
        guard let name = desk.call.profile else { return try profileMeant(by: connection.caller.rules) }
        if let profile = profiles[desk.call.request.text[name]] { return profile }
        guard let missing = desk.call.obstacle(by: connection.caller.rules) else { throw .noSuchProfile }
        recordRefusal(.notAllowed(missing), of: &desk, by: connection, at: now)
        throw .notAllowed(missing)
    }

    /// Asks the rules of the caller, and counts what they grant.
    ///
    /// A request that waited was counted when it came.
    func admit(
        _ connection: Connection, to profile: Profile, of desk: inout SigningDesk, at now: Moment
    ) throws(Problem) {
        do throws(Problem) {
            try admitAndCount(connection, to: profile, of: &desk, at: now)
        } catch {
            recordRefusal(error, of: &desk, by: connection, at: now)
            throw error
        }
    }

    /// Puts it on record if it was the rules that refused.
    func recordRefusal(
        _ problem: Problem, of desk: inout SigningDesk, by connection: Connection, at now: Moment
    ) {
        guard let decision = AuditDecision(problem) else { return }
        audit.record(decision, on: &desk, by: connection, at: now.boot)
    }

    private func admitAndCount(
        _ connection: Connection, to profile: Profile, of desk: inout SigningDesk, at now: Moment
    ) throws(Problem) {
        guard connection.isToBeCounted else {
            return try desk.admit(
                to: profile.defaults, by: connection.caller.rules, at: profile.time(at: now))
        }
        let rules = meteredRules(of: connection, at: now)
        try desk.admit(to: profile.defaults, by: rules, at: profile.time(at: now))
        count(desk.grants, to: connection, at: now)
    }

    /// For those who may know which profiles there are.
    private func profile(
        named name: Range<Int>?, in text: borrowing ByteBuffer, by rules: PeerRules
    ) throws(Problem) -> Profile {
        if let name { try profile(named: text[name]) } else { try profileMeant(by: rules) }
    }

    private func verdict(
        on body: Span<UInt8>, for route: SigningRoute, by rules: PeerRules, at now: Moment
    ) throws(Problem) -> ExplanationReport.Verdict {
        var desk = SigningDesk()
        try desk.read(body, for: route)
        let profile = try profile(named: desk.call.profile, in: desk.call.request.text, by: rules)
        return try ExplanationReport.Verdict(by: rules) { () throws(Problem) in
            try desk.admit(to: profile.defaults, by: rules, at: profile.time(at: now))
            guard let grant = desk.grants.first else { throw .notAllowed(.rule) }
            return grant.rule
        }
    }

    private func verdict(
        onCredentialOf name: String?, by rules: PeerRules
    ) throws(Problem) -> ExplanationReport.Verdict {
        let profile =
            if let name { try profile(named: name.utf8Span.span) } else { try profileMeant(by: rules) }
        return try ExplanationReport.Verdict(by: rules) { () throws(Problem) in
            try rules.decide(Question(.credentials, profile: profile.name.utf8Span.span)).rule()
        }
    }
}

extension ExplanationReport.Verdict {
    /// What the rules say when they are asked for the one that grants it.
    fileprivate init(by rules: PeerRules, _ ask: () throws(Problem) -> Int) throws(Problem) {
        do throws(Problem) {
            self = .granted(by: rules.rules[try ask()].name)
        } catch {
            guard case .notAllowed(let missing) = error else { throw error }
            self = .refused(missing)
        }
    }
}

extension Peer {
    /// A caller who is only spoken of, with the groups that he gets when logging in.
    fileprivate init(_ call: ExplainCall) throws(Problem) {
        let account: Account? =
            switch call.user {
            case .name(let name): (try? Account.named(name)) ?? nil
            case .number(let uid): (try? Account.numbered(uid)) ?? nil
            }
        if let account {
            self.init(uid: account.user, gid: account.group, groups: account.groups(), userName: account.name)
        } else if case .number(let uid) = call.user {
            // Nobody's group: the highest number belongs to no one.
            self.init(uid: uid, gid: .max)
        } else {
            throw .invalidRequest(.value("user", mustBe: "a user that this host knows"))
        }
        facts = call.facts
    }
}
