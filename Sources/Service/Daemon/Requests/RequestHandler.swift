internal import API
internal import Access
internal import Bytes
internal import HTTP
internal import Metrics
internal import Settings
internal import Signing
internal import Systemd
internal import Time
internal import Tokens

/// Answers requests: finds the profile, asks the rules, takes the token, and lets the desk sign.
final class RequestHandler {
    /// What is answered from; replaced as a whole by a reload.
    var profiles: ProfileTable
    var policy: Policy {
        didSet {
            policyNumber += 1
            callers.removeAll()
            userNames.removeAll()
        }
    }
    private(set) var policyNumber = 0
    var callers = CallerTable()
    var userNames = UserNames()
    let clock: Clock
    let startedAt: Moment
    let patience: Duration
    let desk = Cell(SigningDesk())
    var batches = BatchQueue()
    var rates = RateTable()
    let audit: Audit
    let tally = Tally()
    var users = UserTable()
    /// How the daemon stands, for the metrics.
    var situation: () -> MetricsReport.Situation? = { nil }
    /// Whom the api socket lets connect, if its file is there.
    var apiSocketPermissions: () -> SocketPermissions? = { nil }
    /// What was read last of the configuration is in use.
    var configurationIsGood = true
    /// What changed in it and waits for a restart.
    var restartNeededFor: [String] = []
    /// Reads the configuration again; `nil` when that went well, else what is wrong with it.
    var reload: () -> String? = { nil }
    /// `nil`: nobody listens for programs that know nothing of us.
    var compat: CompatAccess?

    init(profiles: ProfileTable, settings: Settings, clock: Clock, journal: JournalWriter) {
        self.profiles = profiles
        self.clock = clock
        policy = settings.policy
        audit = Audit(settings.daemon.audit, to: journal)
        patience = settings.daemon.requestTimeout
        startedAt = clock.now()
    }

    /// Writes the answer, or makes the request wait.
    func answer(_ request: borrowing ClientRequest, of connection: Connection, into output: inout ByteBuffer)
        -> RequestOutcome
    {
        let start = output.count
        var kind = RequestKind.unknown
        do throws(Problem) {
            refresh(connection, at: request.now.boot)
            let outcome = try answer(request, of: connection, kind: &kind, into: &output)
            if !outcome.isWaiting { noteAnswer(to: kind, of: connection) }
            return outcome
        } catch {
            note(error, to: kind, of: connection)
            output.truncate(to: start)
            output.append(error, at: connection.door, keepAlive: request.keepAlive)
            return .answered(error.traits(at: connection.door))
        }
    }

    private func answer(
        _ request: borrowing ClientRequest, of connection: Connection, kind: inout RequestKind,
        into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        if connection.door.isForStrangers {
            kind = .credentials
            if case .metadata = connection.door {
                return try answerMetadata(request, of: connection, into: &output)
            }
            return try answerUnmodified(request, of: connection, into: &output)
        }
        let route = try Route(request.method, request.path)
        kind = RequestKind(route)
        return try answer(route, request, of: connection, into: &output)
    }

    private func answer(
        _ route: Route, _ request: borrowing ClientRequest, of connection: Connection,
        into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        switch route {
        case .signing(let route):
            return try sign(route, request, of: connection, at: &desk.value, into: &output)
        case .status: output.append(status(for: connection, at: request.now), request.keepAlive)
        case .health: appendHealth(for: connection, request, to: &output)
        case .watch: return try beginWatch(request, of: connection, into: &output)
        case .whoami: appendIdentity(of: connection, request, to: &output)
        case .metrics: try appendMetrics(for: connection, request, to: &output)
        case .credentials: return try handOut(request, of: connection, into: &output)
        case .compat: return try appendCompatURI(for: connection, request, to: &output)
        case .openAPI: output.appendOpenAPIDocument(keepAlive: request.keepAlive)
        default:
            guard connection.isAdmin else { throw .noSuchRoute }
            return try administer(route, request, of: connection, into: &output)
        }
        return .answered()
    }
}

extension RequestHandler {
    private func sign(
        _ route: SigningRoute, _ request: borrowing ClientRequest, of connection: Connection,
        at desk: inout SigningDesk, into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        if let batch = connection.batch { return try finish(batch) }
        // Somebody may think that it counts.
        guard request.query.isEmpty else { throw .malformed(.unexpectedQuery) }
        try desk.read(request.body, for: route)
        let profile = try profile(wantedAt: &desk, by: connection, at: request.now)
        guard desk.call.keys.count <= Batch.slice else {
            try begin(request, of: connection, with: profile, from: &desk)
            return .waits
        }
        try admit(connection, to: profile, of: &desk, at: request.now)
        // What was signed by the word of a profile that a reload replaced is signed anew.
        if let ticket = connection.ticket, ticket.profile === profile {
            try finish(ticket, of: profile, request, at: &desk, into: &output)
            return .answered()
        }
        return try sign(with: profile, request, of: connection, at: &desk, into: &output)
    }

    private func sign(
        with profile: Profile, _ request: borrowing ClientRequest, of connection: Connection,
        at desk: inout SigningDesk, into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        let now = request.now
        guard
            let credential = try credential(
                of: profile, living: desk.call.minValid, for: connection, at: now)
        else {
            profile.waiters.append(connection.beginWait())
            return .waits
        }
        guard !credential.isElsewhere else {
            return try sign(
                elsewhere: credential, of: profile, request, connection, at: &desk, into: &output)
        }
        record(credential, connection, &desk, at: now)
        let signatures = max(1, desk.call.keys.count)
        try desk.answer(
            with: credential, of: profile.defaults, at: profile.time(at: now), keepAlive: request.keepAlive,
            to: &output)
        profile.tally.value.signatures += signatures
        return .answered()
    }

    /// The token to sign with; `nil` while one is on its way.
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

    /// Nothing is signed that is not on record before.
    func record(
        _ credential: Credential, _ connection: Connection, _ desk: inout SigningDesk, at now: Moment
    ) {
        audit.record(.granted(generation: credential.generation), on: &desk, by: connection, at: now.boot)
    }

    /// The profile that a request can only mean which names none.
    func profileMeant(by rules: PeerRules) throws(Problem) -> Profile {
        if let standard = profiles.standard { return standard }
        let usable = profiles.all.filter { rules.mayUse(profile: $0.name.utf8Span.span) }
        guard let only = usable.first else { throw .noSuchProfile }
        guard usable.count == 1 else { throw .profileNotNamed(among: usable.map(\.name)) }
        return only
    }

    func profile(named name: Span<UInt8>) throws(Problem) -> Profile {
        guard let profile = profiles[name] else { throw .noSuchProfile }
        return profile
    }
}
