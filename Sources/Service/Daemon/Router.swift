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

// The requests and connections that are refused before they are read.
extension Router {
    /// A longer body is read only if the rules grant the caller the operation.
    private static var longestForAll: Int { 65_536 }

    func accepts(
        _ head: borrowing RequestHead, of message: Span<UInt8>, by caller: Caller,
        over connection: Connection, at now: Moment, into output: inout ByteBuffer
    ) -> Bool {
        guard head.contentLength > Router.longestForAll, connection.listenerKind == .api,
            let route = Route(anyMethod: message.extracting(head.path))
        else { return true }
        do throws(Problem) {
            try checkOperation(of: route, by: caller, over: connection, at: now)
            return true
        } catch {
            context.note(error, to: RequestKind(route), of: caller)
            output.append(error, at: connection.listenerKind, keepAlive: false)
            return false
        }
    }

    /// Refuses a large body before it is read, if no rule grants the caller the operation.
    private func checkOperation(
        of route: Route, by caller: Caller, over connection: Connection, at now: Moment
    ) throws(Problem) {
        guard let operation = route.operationsOfBody.first else { return }
        let rules = caller.rules
        guard !route.operationsOfBody.contains(where: rules.mayAsk(for:)) else { return }
        // No rule grants explanations.
        guard route != .explain else { throw .tooLarge(limit: Router.longestForAll) }
        let refusal = rules.refusal(of: operation)
        context.record(
            .refused(refusal.missing), operation, by: caller, over: connection, at: now.boot)
        throw .notAllowed(refusal)
    }

    func refuse(
        _ refusal: ServerRefusal, at listener: Listener, for caller: Caller?, into output: inout ByteBuffer
    ) {
        let problem = Problem(refusal)
        if let caller { context.note(problem, to: .unknown, of: caller) }
        output.append(problem, at: ListenerKind(rawValue: listener.traits.tag) ?? .api, keepAlive: false)
    }
}

extension Problem {
    fileprivate init(_ refusal: ServerRefusal) {
        self =
            switch refusal {
            case .malformed(let error): .malformed(.http(error))
            case .tooLarge(let limit): .tooLarge(limit: limit)
            case .memory: .rateLimited(.memory, retryAfter: 1)
            case .connections: .rateLimited(.connections, retryAfter: 1)
            case .connectionsWithoutRule: .rateLimited(.connectionsWithoutRule, retryAfter: 1)
            case .connectionsOfUser(let user): .rateLimited(.connectionsOfUser(user), retryAfter: 1)
            case .descriptors: .rateLimited(.descriptors, retryAfter: 1)
            }
    }
}

extension ByteBuffer {
    /// The compat listener reveals nothing about an error, and programs on an instance look at the status only.
    mutating func append(_ problem: Problem, at listenerKind: ListenerKind, keepAlive: Bool) {
        if case .forward = listenerKind {
            return append(forwardRefusal: problem, of: nil, as403: true, keepAlive: keepAlive)
        }
        guard listenerKind.servesUnmodifiedPrograms else { return append(problem, keepAlive: keepAlive) }
        let status = listenerKind == .metadata ? problem.statusOfMetadata : .notFound
        ResponseWriter.writeEmpty(status, keepAlive: false, into: &self)
    }
}
