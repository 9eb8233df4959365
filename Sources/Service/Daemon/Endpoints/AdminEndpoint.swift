internal import API
internal import Bytes
internal import Callers
internal import HTTP
internal import Keeping
internal import Records
internal import Serving
internal import Settings
internal import Time
internal import Tokens

/// The routes of the admin socket that perform an action.
struct AdminEndpoint {
    let context: DaemonContext

    /// `reload` returns the problems of the configuration.
    func respond(
        to request: borrowing ClientRequest, at route: Route, by caller: Caller, of connection: Connection,
        into output: inout ByteBuffer, reload: () -> String?
    ) throws(Problem) -> RequestOutcome {
        guard context.audit.hasRoom else { throw .unrecorded }
        do throws(Problem) {
            let outcome = try perform(route, request, of: connection, into: &output, reload)
            let isWaiting = if case .waits = outcome { true } else { false }
            record(isWaiting ? .begun : .done, route, request, by: caller, over: connection)
            return outcome
        } catch {
            record(.failed, route, request, by: caller, over: connection)
            throw error
        }
    }

    private func record(
        _ verdict: AuditVerdict, _ route: Route, _ request: borrowing ClientRequest,
        by caller: Caller, over connection: Connection
    ) {
        guard let (action, profile) = route.action else { return }
        let name = String(copying: request.path.extracting(profile))
        let subject = context.auditSubject(caller, over: connection, at: request.now.boot)
        context.audit.record(action, onProfile: name, verdict, by: subject)
    }

    private func perform(
        _ route: Route, _ request: borrowing ClientRequest, of connection: Connection,
        into output: inout ByteBuffer, _ reload: () -> String?
    ) throws(Problem) -> RequestOutcome {
        switch route {
        case .setCredentials(let name): try set(try profile(name, request), request, into: &output)
        case .forgetCredentials(let name): try forget(try profile(name, request), request, into: &output)
        case .refresh(let name):
            return try refresh(try profile(name, request), request, connection, into: &output)
        default:
            try checkEmpty(request)
            if let problems = reload() { throw .invalidRequest(.configuration(problems)) }
            output.append(context.status(for: nil, at: request.now), request.keepAlive)
        }
        return .answered()
    }

    private func profile(_ name: Range<Int>, _ request: borrowing ClientRequest) throws(Problem) -> Profile {
        try context.profile(named: request.path.extracting(name))
    }

    private func set(
        _ profile: Profile, _ request: borrowing ClientRequest, into output: inout ByteBuffer
    ) throws(Problem) {
        guard profile.settings.source.isManual else {
            throw .invalidRequest(
                .profile(
                    "profile \(profile.name) gets its own tokens; only those with Source=manual can be set"))
        }
        let received = try CredentialBody.read(request.body, at: request.now.wall)
        profile.replace(with: received, at: request.now)
        profile.context.observer?.settled(profile)
        output.append(profile.report(at: request.now), request.keepAlive)
    }

    private func forget(
        _ profile: Profile, _ request: borrowing ClientRequest, into output: inout ByteBuffer
    ) throws(Problem) {
        try checkEmpty(request)
        if let reason = profile.reasonNotToForget { throw .invalidRequest(.profile(reason)) }
        context.scopedTokens.forget(of: profile)
        profile.forget()
        output.append(profile.report(at: request.now), request.keepAlive)
    }

    /// Answers at the end of the fetch, with the new status or the reason of the failure.
    private func refresh(
        _ profile: Profile, _ request: borrowing ClientRequest, _ connection: Connection,
        into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        try checkEmpty(request)
        if !connection.hasWaited, let attempt = profile.refreshNow(at: request.now) {
            context.scopedTokens.refresh(of: profile)
            profile.renewals.append((attempt, connection.beginWait()))
            return .waits
        }
        let isPending = connection.progress == .overdue
        guard !profile.lastAttemptFailed, !isPending, profile.credential != nil else {
            throw .noCredential(
                profile.lackOfRenewal(at: request.now, stillPendingAfter: isPending ? context.patience : nil))
        }
        output.append(profile.report(at: request.now), request.keepAlive)
        return .answered()
    }

    /// Rejects a body, because the client may expect an effect of it.
    private func checkEmpty(_ request: borrowing ClientRequest) throws(Problem) {
        guard request.body.isEmpty else { throw .malformed(.unexpectedBody) }
    }
}

extension Route {
    /// The action for the audit, and the range of the profile's name in the path.
    fileprivate var action: (StaticString, profile: Range<Int>)? {
        switch self {
        case .setCredentials(let profile): ("set-credentials", profile)
        case .forgetCredentials(let profile): ("forget-credentials", profile)
        case .refresh(let profile): ("refresh", profile)
        case .reload: ("reload", 0..<0)
        default: nil
        }
    }
}
