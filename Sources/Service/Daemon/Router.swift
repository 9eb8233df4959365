internal import API
internal import Access
internal import Bytes
internal import Callers
internal import HTTP
internal import Keeping
internal import Kernel
internal import Metrics
internal import Records
internal import Serving
internal import Time
internal import Turns

/// Passes each request to its endpoint, and turns problems into answers.
final class Router {
    let context: DaemonContext
    let signing: SigningEndpoint
    let credentials: CredentialEndpoint
    let metadata: MetadataEndpoint
    let watches: WatchEndpoint
    private let status: StatusEndpoint
    private let explain: ExplainEndpoint
    private let admin: AdminEndpoint
    /// `nil`: there is no socket for proxies.
    var forward: ForwardEndpoint?
    /// `nil`: there is no listener for unmodified programs.
    var compat: CompatEndpoint?
    weak var daemon: (any DaemonActions)?
    /// The time of this turn that was spent on programs behind a proxy.
    var forwardedTime: Int64 = 0

    init(_ context: DaemonContext) {
        self.context = context
        signing = SigningEndpoint(context: context)
        credentials = CredentialEndpoint(context: context)
        metadata = MetadataEndpoint(context, credentials)
        watches = WatchEndpoint(context)
        status = StatusEndpoint(context: context)
        explain = ExplainEndpoint(context: context)
        admin = AdminEndpoint(context: context)
    }
}

/// The parts of the daemon that requests act on.
protocol DaemonActions: AnyObject {
    /// Reads the configuration again; returns its problems.
    func reload() -> String?
    /// The state of the daemon, for the metrics.
    var situation: MetricsReport.Situation { get }
    /// The permissions of the api socket; `nil` when its file is gone.
    var apiSocketPermissions: SocketPermissions? { get }
    func beforeAnswers()
    func afterAnswers()
    /// Takes time from the next turns of a user who has connections of its own.
    func charge(_ nanoseconds: Int64, to user: UInt32)
}

extension Router {
    /// Writes the answer, or makes the request wait.
    func respond(
        to request: borrowing ClientRequest, by caller: Caller, of connection: Connection,
        into output: inout ByteBuffer
    ) -> RequestOutcome {
        if case .forward = connection.listenerKind {
            return respondToProxy(request, by: caller, of: connection, into: &output)
        }
        let start = output.count
        var kind = RequestKind.unknown
        do throws(Problem) {
            let outcome = try route(request, by: caller, of: connection, kind: &kind, into: &output)
            if case .waits = outcome { return outcome }
            context.noteAnswer(to: kind, of: caller)
            return outcome
        } catch {
            output.truncate(to: start)
            return refuse(kind, error, by: caller, of: connection, isLast: !request.keepAlive, into: &output)
        }
    }

    private func refuse(
        _ kind: RequestKind, _ problem: Problem, by caller: Caller, of connection: Connection, isLast: Bool,
        into output: inout ByteBuffer
    ) -> RequestOutcome {
        context.note(problem, to: kind, of: caller)
        output.append(problem, at: connection.listenerKind, keepAlive: !isLast)
        return .answered(isLast || connection.listenerKind.servesUnmodifiedPrograms ? .isLast : [])
    }

    private func route(
        _ request: borrowing ClientRequest, by caller: Caller, of connection: Connection,
        kind: inout RequestKind, into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        if connection.listenerKind.servesUnmodifiedPrograms {
            kind = .credentials
            if case .metadata = connection.listenerKind {
                return try metadata.respond(to: request, by: caller, of: connection, into: &output)
            }
            guard let compat else { throw .noSuchRoute }
            return try compat.respond(to: request, by: caller, of: connection, into: &output)
        }
        let route = try Route(request.method, request.path)
        kind = RequestKind(route)
        guard route.isForMonitors || connection.standing != .beyondShare else {
            throw .rateLimited(.connectionsOfUser(caller.peer.uid), retryAfter: 1)
        }
        return try respond(to: request, at: route, by: caller, of: connection, into: &output)
    }

    private func respond(
        to request: borrowing ClientRequest, at route: Route, by caller: Caller, of connection: Connection,
        into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        switch route {
        case .signing(let route):
            return try signing.respond(to: request, at: route, by: caller, of: connection, into: &output)
        case .status: status.appendStatus(for: caller, over: connection, request, to: &output)
        case .health: status.appendHealth(for: caller, over: connection, request, to: &output)
        case .whoami: status.appendIdentity(of: caller, over: connection, request, to: &output)
        case .watch: return try watches.respond(to: request, by: caller, of: connection, into: &output)
        case .metrics:
            guard let situation = daemon?.situation else { throw .noSuchRoute }
            try status.appendMetrics(in: situation, for: caller, over: connection, request, to: &output)
        case .credentials:
            return try credentials.respond(to: request, by: caller, of: connection, into: &output)
        case .issue: return try credentials.issue(to: request, by: caller, of: connection, into: &output)
        case .compat: return try appendCompatURI(for: caller, connection, request, to: &output)
        case .explain:
            let permissions = daemon?.apiSocketPermissions
            try explain.respond(to: request, by: caller, of: connection, behind: permissions, into: &output)
        case .openAPI: output.appendOpenAPIDocument(keepAlive: request.keepAlive)
        default:
            guard connection.isAdmin else { throw .noSuchRoute }
            return try admin.respond(
                to: request, at: route, by: caller, of: connection, into: &output,
                reload: { daemon?.reload() })
        }
        return .answered()
    }

    /// Answers with the URI of the compat listener; empty if there is none.
    private func appendCompatURI(
        for caller: Caller, _ connection: Connection, _ request: borrowing ClientRequest,
        to output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        let profile = try credentials.profileOfCompat(for: caller, connection, request)
        let uri = compat?.uri(of: profile.name.utf8Span.span, for: caller.peer.uid) ?? ByteBuffer()
        ResponseWriter.write(ResponseFields(.ok, keepAlive: request.keepAlive), into: &output) { output in
            output.append(compatURI: uri.span, of: profile.defaults)
        }
        return .answered(.isSecret)
    }
}

extension Router: Responder {
    func maximumBody(of path: Span<UInt8>) -> Int { Route.maximumBody(of: path) }

    func requestByName(by caller: Caller, of connection: Connection) -> ByteBuffer {
        credentials.profileWanted(by: caller, connection)
    }

    func respond(
        toName name: Span<UInt8>, by caller: Caller, of connection: Connection, at now: Moment,
        into output: inout ByteBuffer
    ) -> RequestOutcome {
        do throws(Problem) {
            guard try credentials.appendDocument(of: name, to: caller, connection, at: now, into: &output)
            else {
                return .waits
            }
            context.noteAnswer(to: .credentials, of: caller)
        } catch {
            // systemd expects no reason; the operator finds it in the journal.
            context.note(error, to: .credentials, of: caller)
        }
        return .answered([.isSecret, .isLast])
    }
}

extension Router: ServerObserver {
    func connected(_ connection: Connection) { context.tally.noteConnection(at: connection.listenerKind) }

    func reached(_ limit: Limit) { context.tally.note(limit) }

    func answered(_ count: Int, inNanoseconds nanoseconds: Int64) {
        context.tally.note(count, answeredIn: nanoseconds)
    }

    func spent(_ nanoseconds: Int64, on user: FairQueue.User) {
        context.note(nanoseconds - forwardedTime, spentOn: user)
        forwardedTime = 0
    }

    func beforeAnswers() { daemon?.beforeAnswers() }

    func afterAnswers() { daemon?.afterAnswers() }
}
