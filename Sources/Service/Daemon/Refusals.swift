internal import API
internal import Access
internal import Bytes
internal import Callers
internal import HTTP
internal import Metrics
internal import Records
internal import Serving
internal import Time

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
