internal import API
internal import Access
internal import Bytes
internal import Callers
internal import CommandLine
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
internal import Turns

/// The state that the endpoints share.
final class DaemonContext {
    /// A reload replaces it as a whole.
    var profiles: ProfileTable
    var forwards: [ForwardSettings] = []
    let callers: CallerDirectory
    let scopedTokens: ScopedTokens
    let audit: Audit
    let clock: Clock
    let startedAt: Moment
    /// How long a request may wait.
    let patience: Duration
    let tally = Tally()
    var users = UserTable()
    /// The present request to sign; its memory is reused for the next one.
    let signing = Cell(SigningContext())
    /// The configuration on disk is in use.
    var configurationIsGood = true
    /// The keys whose change takes effect at the next restart.
    var restartNeededFor: [String] = []

    init(
        profiles: ProfileTable, callers: CallerDirectory, scopedTokens: ScopedTokens, audit: Audit,
        clock: Clock, patience: Duration
    ) {
        self.profiles = profiles
        self.callers = callers
        self.scopedTokens = scopedTokens
        self.audit = audit
        self.clock = clock
        self.patience = patience
        startedAt = clock.now()
    }
}

// Profiles.
extension DaemonContext {
    /// The profile of a request that names none.
    func defaultProfile(for rules: PeerRules) throws(Problem) -> Profile {
        if let standard = profiles.standard { return standard }
        let usable = profiles.all.filter { rules.mayUse(profile: $0.name.utf8Span.span) }
        guard !profiles.all.isEmpty else { throw .noProfiles }
        guard !rules.rules.isEmpty else { throw .notAllowed(Refusal(.rule)) }
        guard let only = usable.first else { throw .noSuchProfile() }
        guard usable.count == 1 else { throw .profileNotNamed(among: usable.map(\.name)) }
        return only
    }

    func profile(named name: Span<UInt8>) throws(Problem) -> Profile {
        guard let profile = profiles[name] else {
            throw .noSuchProfile(named: String(copying: name), among: profiles.all.map(\.name))
        }
        return profile
    }

    /// The problem for a caller whose rules would grant the request.
    func unknownProfile(named name: Span<UInt8>, to rules: PeerRules) -> Problem {
        let usable = profiles.all.lazy.map(\.name).filter { rules.mayUse(profile: $0.utf8Span.span) }
        return .noSuchProfile(named: String(copying: name), among: Array(usable))
    }

    /// The credential to sign with; `nil` if the request has to wait for one.
    func credential(
        of profile: Profile, living seconds: Int, for connection: Connection, at now: Moment
    ) throws(Problem) -> Credential? {
        if let present = profile.credential(living: seconds, at: now) { return present }
        switch profile.supply(
            living: seconds, afterWaiting: connection.hasWaited, at: now, within: patience)
        {
        case .present(let credential): return credential
        case .coming: return nil
        case .none: throw profile.lack(living: seconds, at: now)
        }
    }

    /// The token that a program may have: with `Scope=caller` one of its own, else that of the profile.
    func token(
        of profile: Profile, toHandTo caller: Caller, _ connection: Connection, at now: Moment
    ) throws(Problem) -> Profile {
        guard profile.settings.isScoped else { return profile }
        let session = try session(of: profile, for: caller, connection, at: now.boot)
        return try token(of: profile, for: session, at: now.boot)
    }

    func token(
        of profile: Profile, for session: TokenSession, at now: Instant
    ) throws(Problem) -> Profile {
        try mapping(scopedTokens.token(of: profile, for: session, at: now)) { (_: SystemError) in
            Problem.rateLimited(.descriptors, retryAfter: 1)
        }
    }

    private func session(
        of profile: Profile, for caller: Caller, _ connection: Connection, at now: Instant
    ) throws(Problem) -> TokenSession {
        let caller = recorded(caller, over: connection, at: now)
        return try caller.session(for: profile.name) { () throws(Problem) in
            let name = try sessionName(of: caller, at: now)
            return TokenSession(named: name, limitedTo: try scopedPolicy(of: profile, for: caller.rules).text)
        }
    }

    private func sessionName(of caller: Caller, at now: Instant) throws(Problem) -> String {
        do throws(SystemError) {
            var user = caller.peer.userName
            if user == nil { user = try callers.name(of: caller.peer.uid, at: now) }
            return TokenSession.name(ofUser: user, number: caller.peer.uid, unit: caller.factsOnRecord.unit)
        } catch {
            throw .rateLimited(.descriptors, retryAfter: 1)
        }
    }

    func scopedPolicy(of profile: Profile, for rules: PeerRules) throws(Problem) -> ScopedPolicy {
        try mapping(rules.scopedPolicy(of: profile.name.utf8Span.span)) { (error: ScopeProblem) in
            Problem.invalidRequest(.profile("profile \(profile.name) has no scoped token for you: \(error)"))
        }
    }

    /// Whether every required profile can sign.
    func isReady(at now: Moment) -> Bool {
        profiles.all.allSatisfy { !$0.settings.isRequired || $0.state(at: now).canSign }
    }

    private func report(of profile: Profile, at now: Moment) -> ProfileReport {
        var report = profile.report(at: now)
        if let failure = scopedTokens.failure(of: profile) { report.warnings.append(failure) }
        return report
    }

    /// The status as this caller may see it; `nil`: all of it.
    func status(for caller: Caller?, withCallers: Bool = false, at now: Moment) -> StatusReport {
        let seen = profiles.all.filter { profile in
            caller?.rules.mayUse(profile: profile.name.utf8Span.span) ?? true
        }
        var report = StatusReport(
            version: Release.build(ThisProcess.commit), pid: Int(ThisProcess.number),
            uptimeSeconds: Int((now.boot - startedAt.boot).wholeSeconds),
            isReady: isReady(at: now), configurationIsGood: configurationIsGood,
            profiles: seen.map { self.report(of: $0, at: now) },
            // Only root sees what other users ask.
            callers: withCallers ? users.report : nil)
        report.restartNeededFor = restartNeededFor
        return report
    }
}

// Rates and counts.
extension DaemonContext {
    /// The rules of the caller, each with the time until its rate allows more.
    func meteredRules(of caller: Caller, at now: Moment) -> PeerRules {
        caller.metered?.rules(at: now.boot) ?? caller.rules
    }

    func count(_ grants: borrowing ReusedArray<Grant>, to caller: Caller, at now: Moment) {
        for index in grants.indices {
            let grant = grants[index]
            count(grant.count, by: grant.rule, to: caller, at: now)
        }
    }

    func count(_ times: Int, by rule: Int, to caller: Caller, at now: Moment) {
        caller.metered?.take(times, of: rule, at: now.boot)
    }

    func noteAnswer(to kind: RequestKind, of caller: Caller) {
        tally.noteAnswer(to: kind)
        counts(of: caller).note(.answered)
    }

    func note(_ problem: Problem, to kind: RequestKind, of caller: Caller) {
        tally.note(problem, to: kind)
        counts(of: caller).note(Verdict(problem))
    }

    func note(_ nanoseconds: Int64, spentOn user: FairQueue.User) {
        switch user {
        case .admin: tally.note(nanoseconds, spentOn: .admin)
        case .numbered(let number):
            tally.note(nanoseconds, spentOn: UserClass(user: number))
            users.counts(of: number).note(nanoseconds)
        }
    }

    private func counts(of caller: Caller) -> UserCounts { caller.counts { users.counts(of: $0) } }
}

// The audit.
extension DaemonContext {
    /// Records a grant; throws if the request must be refused, because it would leave no record.
    func recordGrant(
        withGeneration generation: Int, on signing: inout SigningContext, by caller: Caller,
        over connection: Connection, at now: Moment
    ) throws(Problem) {
        let isRecorded = record(
            .granted(generation: generation), on: &signing, by: caller, over: connection, at: now)
        guard !isRecorded else { return }
        recordRefusal(.unrecorded, of: &signing, by: caller, over: connection, at: now)
        throw .unrecorded
    }

    /// Records a refusal by the rules; other problems are not recorded.
    func recordRefusal(
        _ problem: Problem, of signing: inout SigningContext, by caller: Caller, over connection: Connection,
        at now: Moment
    ) {
        guard let decision = AuditDecision(problem) else { return }
        _ = record(decision, on: &signing, by: caller, over: connection, at: now)
    }

    private func record(
        _ decision: AuditDecision, on signing: inout SigningContext, by caller: Caller,
        over connection: Connection, at now: Moment
    ) -> Bool {
        audit.record(decision, on: &signing, by: caller, at: now.boot) {
            auditSubject(caller, over: connection, at: now.boot)
        }
    }

    /// `false`: the request must be refused, because it would leave no record.
    @discardableResult func record(
        _ decision: AuditDecision, _ operation: Operation, of profile: Span<UInt8> = Span(),
        session: String = "", by caller: Caller, over connection: Connection, at now: Instant
    ) -> Bool {
        audit.record(decision, operation, of: profile, session: session, by: caller, at: now) {
            auditSubject(caller, over: connection, at: now)
        }
    }

    func auditSubject(_ caller: Caller, over connection: Connection, at now: Instant) -> AuditSubject {
        AuditSubject(
            recorded(caller, over: connection, at: now), process: connection.processNumber(of: caller))
    }

    /// The caller with the facts for a record, whether a rule asks for them or not.
    private func recorded(_ caller: Caller, over connection: Connection, at now: Instant) -> Caller {
        guard !caller.isRecorded else { return caller }
        let process = connection.inspectProcess(of: caller, knowing: [.unit, .executable])
        let place = callers.place(of: caller, at: now)
        let recorded = caller.recorded(as: process?.facts ?? place ?? caller.peer.facts)
        connection.keep(recorded: recorded)
        return recorded
    }
}

extension Problem {
    static var unrecorded: Problem { .rateLimited(.records, retryAfter: 1) }
}

extension Connection {
    var listenerKind: ListenerKind { ListenerKind(rawValue: listener.traits.tag) ?? .api }

    var isAdmin: Bool { listenerKind == .admin }
}

extension ListenerKind {
    /// The properties of this socket that the server acts on.
    var traits: ListenerTraits {
        var traits = ListenerTraits(tag: rawValue)
        traits.isForRoot = isForRoot
        // Other programs of the same user must not lock out a monitor.
        traits.monitorPlaces = self == .api || self == .admin ? 8 : 0
        traits.mayCarrySecrets = mayCarrySecrets
        traits.isForProxy = self == .forward
        traits.asksByName = self == .credentials
        traits.requiredFacts = self == .credentials ? [.unit] : []
        return traits
    }
}
