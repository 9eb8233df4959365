internal import API
internal import Access
internal import Bytes
internal import Kernel
internal import Metrics
internal import Settings
internal import Systemd
internal import Time

/// Answers requests: finds the profile, asks the rules, takes the token, and lets the desk sign.
final class RequestHandler {
    /// What is answered from; replaced as a whole by a reload.
    var profiles: ProfileTable {
        // The same words may mean something else.
        didSet { desks.value = Desks() }
    }
    var policy: Policy {
        didSet {
            policyNumber += 1
            callers.removeAll()
            userNames.removeAll()
        }
    }
    private(set) var policyNumber = 0
    var callers = CallerTable()
    var callerCount = 0
    /// Goes up when something is read of clients or some are let in, for whom no look that was before will do.
    var lookNumber = 0
    /// Known from the start on: later there may be no descriptor left to ask the kernel with.
    let namespace = UserNamespace.own
    var userNames = UserNames()
    let clock: Clock
    let startedAt: Moment
    let patience: Duration
    let desks = Cell(Desks())
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
            try refresh(connection, at: request.now.boot)
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
        guard route.isForMonitors || !connection.isBeyondShare else {
            throw .rateLimited(.connections, retryAfter: 1)
        }
        return try answer(route, request, of: connection, into: &output)
    }

    private func answer(
        _ route: Route, _ request: borrowing ClientRequest, of connection: Connection,
        into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        switch route {
        case .signing(let route):
            return try sign(route, request, of: connection, into: &output)
        case .status: output.append(status(for: connection, at: request.now), request.keepAlive)
        case .health: appendHealth(for: connection, request, to: &output)
        case .watch: return try beginWatch(request, of: connection, into: &output)
        case .whoami: appendIdentity(of: connection, request, to: &output)
        case .metrics: try appendMetrics(for: connection, request, to: &output)
        case .credentials: return try handOut(request, of: connection, into: &output)
        case .compat: return try appendCompatURI(for: connection, request, to: &output)
        case .explain: try explain(request, of: connection, into: &output)
        case .openAPI: output.appendOpenAPIDocument(keepAlive: request.keepAlive)
        default:
            guard connection.isAdmin else { throw .noSuchRoute }
            return try administer(route, request, of: connection, into: &output)
        }
        return .answered()
    }
}
