internal import API
internal import Access
internal import Bytes
internal import Callers
internal import HTTP
internal import Keeping
internal import Kernel
internal import Scoping
internal import Serving
internal import Settings
internal import Signing
internal import Time

/// `POST /v1/explain`: whether a request would be granted, with the same checks as the request itself.
struct ExplainEndpoint {
    private static let maximumKeys = 256

    /// The caller of the explained request.
    private struct Subject {
        let rules: PeerRules
        let isForRoot: Bool
        let now: Moment
    }

    let context: DaemonContext

    /// A caller may ask about itself, root about any caller; `permissions`: those of the api socket.
    func respond(
        to request: borrowing ClientRequest, by caller: Caller, of connection: Connection,
        behind permissions: SocketPermissions?, into output: inout ByteBuffer
    ) throws(Problem) {
        let call = try ExplainCall(request.body)
        guard connection.isAdmin || call.user == nil else {
            throw .invalidRequest(
                .value("user", mustBe: "left out here: only the admin socket answers about other callers"))
        }
        let peer = try call.user.map { user throws(Problem) in try Peer(user, call.facts) }
        let rules = peer.map(context.callers.policy.rules(for:)) ?? caller.rules
        let subject = Subject(rules: rules, isForRoot: connection.isAdmin, now: request.now)
        var sessionPolicy: String?
        let verdict =
            switch call.wish {
            case .signature(let route, let body):
                try verdict(on: request.body.extracting(body), for: route, subject)
            case .other(let operation, let profile):
                try verdict(on: operation, of: profile, subject, &sessionPolicy)
            }
        var report = ExplanationReport(verdict, rules: rules, showsPlaces: connection.isAdmin)
        report.sessionPolicy = sessionPolicy
        report.obstacle = peer.flatMap { permissions?.obstacle(to: $0) }
        ResponseWriter.write(ResponseFields(.ok, keepAlive: request.keepAlive), into: &output) { output in
            output.append(report)
        }
    }

    private func verdict(
        on body: Span<UInt8>, for route: SigningRoute, _ subject: Subject
    ) throws(Problem) -> ExplanationReport.Verdict {
        var signing = SigningContext()
        try signing.read(body, for: route)
        guard signing.call.keys.count <= ExplainEndpoint.maximumKeys else {
            throw .malformed(.tooMany("keys", limit: ExplainEndpoint.maximumKeys))
        }
        return try ExplanationReport.Verdict(by: subject.rules) { () throws(Problem) in
            let profile = try profile(
                named: signing.said.profile, in: signing.call.request.text, for: signing.call.operation,
                subject)
            let time = profile.time(at: subject.now)
            if subject.isForRoot {
                try signing.explain(profile.defaults, by: subject.rules, at: time)
            } else {
                try signing.admit(to: profile.defaults, by: subject.rules, at: time)
            }
            guard let grant = signing.grants.first else { throw .notAllowed(Refusal(.rule)) }
            return grant.rule
        }
    }

    /// A token is issued with a profile; the status and the events are those of all profiles, if none is named.
    private func verdict(
        on operation: Operation, of name: String?, _ subject: Subject, _ sessionPolicy: inout String?
    ) throws(Problem) -> ExplanationReport.Verdict {
        try ExplanationReport.Verdict(by: subject.rules) { () throws(Problem) in
            guard name != nil || operation == .issue || operation == .credentials else {
                if let rule = subject.rules.rule(forAny: operation) { return rule }
                throw .notAllowed(subject.rules.refusal(of: operation))
            }
            let profile = try profile(named: name, for: operation, subject)
            guard operation == .credentials else {
                return try subject.rules.rule(
                    granting: Question(operation, profile: profile.name.utf8Span.span))
            }
            let rule = try subject.rules.rule(handingOut: profile)
            if profile.settings.isScoped {
                sessionPolicy = try context.scopedPolicy(of: profile, for: subject.rules).text
            }
            return rule
        }
    }

    private func profile(
        named name: String?, for operation: Operation, _ subject: Subject
    ) throws(Problem) -> Profile {
        let text = ByteBuffer(copying: (name ?? "").utf8Span.span)
        return try profile(named: name.map { _ in 0..<text.count }, in: text, for: operation, subject)
    }

    /// A caller learns no more about a profile than from a refusal of the request itself; root may know all profiles.
    private func profile(
        named range: Range<Int>?, in text: borrowing ByteBuffer, for operation: Operation, _ subject: Subject
    ) throws(Problem) -> Profile {
        guard let range else { return try context.defaultProfile(for: subject.rules) }
        let name = text[range]
        if let profile = context.profiles[name] { return profile }
        if !subject.isForRoot, let refusal = subject.rules.refusal(to: operation, with: name) {
            throw .notAllowed(refusal)
        }
        throw context.unknownProfile(named: name, to: subject.rules)
    }
}

extension ExplanationReport.Verdict {
    /// The result of the search for a rule that grants the request.
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
    /// `nil` when there is no such user; throws when descriptors are lacking for the lookup.
    fileprivate static func found(_ user: ExplainCall.User) throws(Problem) -> Account? {
        do throws(SystemError) {
            switch user {
            case .name(let name): return try named(name)
            case .number(let uid): return try numbered(uid)
            }
        } catch {
            guard !error.isResourceShortage else { throw .rateLimited(.descriptors, retryAfter: 1) }
            return nil
        }
    }
}

extension Peer {
    /// A caller that is not connected, with the groups that its user gets at login.
    fileprivate init(_ user: ExplainCall.User, _ facts: ProcessFacts) throws(Problem) {
        let account = try Account.found(user)
        if let account {
            self.init(uid: account.user, gid: account.group, groups: account.groups(), userName: account.name)
        } else {
            switch user {
            // The highest group number belongs to no group.
            case .number(let uid): self.init(uid: uid, gid: .max)
            case .name(let name): throw .invalidRequest(.unknownUser(name))
            }
        }
        self.facts = facts
    }
}
