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
            output.append(identity(of: connection))
        }
    }

    /// With the name of the user, whether a rule asks for it or not.
    private func identity(of connection: Connection) -> IdentityReport {
        var report = connection.identity
        if report.peer.userName == nil { report.peer.userName = (try? name(of: report.peer.uid)) ?? nil }
        return report
    }

    /// Whether a request would be granted, by the same steps that it would take; root may ask about other callers.
    func explain(
        _ request: borrowing ClientRequest, of connection: Connection, into output: inout ByteBuffer
    ) throws(Problem) {
        let call = try ExplainCall(request.body)
        guard connection.isAdmin || call.user == nil else {
            throw .invalidRequest(
                .value("user", mustBe: "left out here: only the admin socket answers about other callers"))
        }
        let peer = try call.user.map { user throws(Problem) in try Peer(user, call.facts) }
        let rules = peer.map(policy.rules(for:)) ?? connection.caller.rules
        let explanation = Explanation(rules: rules, isForRoot: connection.isAdmin, now: request.now)
        let verdict =
            switch call.wish {
            case .signature(let route, let body):
                try verdict(on: request.body.extracting(body), for: route, explanation)
            case .credential(let profile): try verdict(onCredentialOf: profile, explanation)
            }
        var report = ExplanationReport(verdict, rules: rules, showsPlaces: connection.isAdmin)
        report.obstacle = peer.flatMap { apiSocketPermissions()?.obstacle(to: $0) }
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
        guard let refusal = desk.call.refusal(by: connection.caller.rules) else {
            throw unknownProfile(named: desk.call.request.text[name], to: connection.caller.rules)
        }
        recordRefusal(.notAllowed(refusal), of: &desk, by: connection, at: now)
        throw .notAllowed(refusal)
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

    /// A caller learns no more of a profile than from a refusal of the request itself; root may know which there are.
    private func profile(
        named range: Range<Int>?, in text: borrowing ByteBuffer, for operation: Operation,
        _ explanation: Explanation
    ) throws(Problem) -> Profile {
        guard let range else { return try profileMeant(by: explanation.rules) }
        let name = text[range]
        if let profile = profiles[name] { return profile }
        if !explanation.isForRoot, let refusal = explanation.rules.refusal(to: operation, with: name) {
            throw .notAllowed(refusal)
        }
        throw unknownProfile(named: name, to: explanation.rules)
    }

    private func verdict(
        on body: Span<UInt8>, for route: SigningRoute, _ explanation: Explanation
    ) throws(Problem) -> ExplanationReport.Verdict {
        var desk = SigningDesk()
        try desk.read(body, for: route)
        guard desk.call.keys.count <= Batch.slice else { throw .tooManyKeysToExplain }
        return try ExplanationReport.Verdict(by: explanation.rules) { () throws(Problem) in
            let profile = try profile(
                named: desk.call.profile, in: desk.call.request.text, for: desk.call.operation, explanation)
            let time = profile.time(at: explanation.now)
            if explanation.isForRoot {
                try desk.explain(profile.defaults, by: explanation.rules, at: time)
            } else {
                try desk.admit(to: profile.defaults, by: explanation.rules, at: time)
            }
            guard let grant = desk.grants.first else { throw .notAllowed(Refusal(.rule)) }
            return grant.rule
        }
    }

    private func verdict(
        onCredentialOf name: String?, _ explanation: Explanation
    ) throws(Problem) -> ExplanationReport.Verdict {
        try ExplanationReport.Verdict(by: explanation.rules) { () throws(Problem) in
            let text = ByteBuffer(copying: (name ?? "").utf8Span.span)
            let profile = try profile(
                named: name.map { _ in 0..<text.count }, in: text, for: .credentials, explanation)
            let question = Question(.credentials, profile: profile.name.utf8Span.span)
            return try explanation.rules.rule(granting: question)
        }
    }
}

/// For whom a request is explained.
private struct Explanation {
    let rules: PeerRules
    let isForRoot: Bool
    let now: Moment
}

extension Problem {
    fileprivate static var tooManyKeysToExplain: Problem {
        .malformed(.tooMany("keys", limit: Batch.slice))
    }
}

extension ExplanationReport.Verdict {
    /// What the rules say when they are asked for the one that grants it.
    fileprivate init(by rules: PeerRules, _ ask: () throws(Problem) -> Int) throws(Problem) {
        do throws(Problem) {
            self = .granted(by: rules.rules[try ask()])
        } catch {
            guard case .notAllowed(let refusal) = error else { throw error }
            self = .refused(refusal)
        }
    }
}

extension Account {
    /// `nil` when there is no such user; a lookup that lacks descriptors finds out nothing.
    fileprivate static func found(_ user: ExplainCall.User) throws(Problem) -> Account? {
        do throws(SystemError) {
            switch user {
            case .name(let name): return try named(name)
            case .number(let uid): return try numbered(uid)
            }
        } catch {
            guard !error.isLack else { throw .rateLimited(.descriptors, retryAfter: 1) }
            return nil
        }
    }
}

extension Peer {
    /// A caller that is not there, with the groups that its user gets at login.
    fileprivate init(_ user: ExplainCall.User, _ facts: ProcessFacts) throws(Problem) {
        let account = try Account.found(user)
        if let account {
            self.init(uid: account.user, gid: account.group, groups: account.groups(), userName: account.name)
        } else {
            switch user {
            // Nobody's group: the highest number belongs to no one.
            case .number(let uid): self.init(uid: uid, gid: .max)
            case .name(let name): throw .invalidRequest(.unknownUser(name))
            }
        }
        self.facts = facts
    }
}
