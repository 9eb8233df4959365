internal import API
internal import Bytes
internal import HTTP
internal import Settings
internal import Text
internal import Time
internal import Tokens

extension RequestHandler {
    func administer(
        _ route: Route, _ request: borrowing ClientRequest, of connection: Connection,
        into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        do throws(Problem) {
            let outcome = try perform(route, request, of: connection, into: &output)
            audit.record(outcome.isWaiting ? .actionBegun : .action, route, request, by: connection)
            return outcome
        } catch {
            audit.record(.actionFailed, route, request, by: connection)
            throw error
        }
    }

    private func perform(
        _ route: Route, _ request: borrowing ClientRequest, of connection: Connection,
        into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        switch route {
        case .setCredentials(let name): try set(try profile(name, request), request, into: &output)
        case .forgetCredentials(let name): try forget(try profile(name, request), request, into: &output)
        case .refresh(let name):
            return try refresh(try profile(name, request), request, connection, into: &output)
        default: try reload(request, into: &output)
        }
        return .answered()
    }

    private func profile(_ name: Range<Int>, _ request: borrowing ClientRequest) throws(Problem) -> Profile {
        try profile(named: request.path.extracting(name))
    }

    private func set(
        _ profile: Profile, _ request: borrowing ClientRequest, into output: inout ByteBuffer
    ) throws(Problem) {
        guard case .manual = profile.settings.source else {
            throw .invalidRequest(
                .profile(
                    "profile \(profile.name) gets its own tokens; only those with Source=manual can be set"))
        }
        let received = try CredentialBody.read(request.body, at: request.now.wall)
        profile.replace(with: received, at: request.now)
        profile.surroundings.whenSettled(profile)
        output.append(profile.report(at: request.now), request.keepAlive)
    }

    private func forget(
        _ profile: Profile, _ request: borrowing ClientRequest, into output: inout ByteBuffer
    ) throws(Problem) {
        try checkEmpty(request)
        guard profile.signer == nil else {
            throw .invalidRequest(
                .profile(
                    "profile \(profile.name) has no token to forget: Source=remote-signer keeps its key elsewhere"
                ))
        }
        guard !profile.isChain else {
            throw .invalidRequest(
                .profile(
                    "profile \(profile.name) has no token of its own: Source=chain has those of its members"))
        }
        profile.forget()
        output.append(profile.report(at: request.now), request.keepAlive)
    }

    /// Answers when the fetch is over: with the new status, or with why there is none.
    private func refresh(
        _ profile: Profile, _ request: borrowing ClientRequest, _ connection: Connection,
        into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        try checkEmpty(request)
        if profile.settings.source.canFetch, !connection.hasWaited,
            let attempt = profile.refreshNow(at: request.now)
        {
            profile.renewals.append((attempt, connection.beginWait()))
            return .waits
        }
        let isPending = connection.turn == .overdue
        guard profile.failing == nil, !isPending, profile.credential != nil else {
            throw .noCredential(
                profile.lackOfRenewal(at: request.now, stillPendingAfter: isPending ? patience : nil))
        }
        output.append(profile.report(at: request.now), request.keepAlive)
        return .answered()
    }

    private func reload(_ request: borrowing ClientRequest, into output: inout ByteBuffer) throws(Problem) {
        try checkEmpty(request)
        if let problems = reload() { throw .invalidRequest(.configuration(problems)) }
        output.append(status(for: nil, at: request.now), request.keepAlive)
    }

    /// These routes have no body; one that is there says that somebody means something else.
    private func checkEmpty(_ request: borrowing ClientRequest) throws(Problem) {
        guard request.body.isEmpty else { throw .malformed(.unexpectedBody) }
    }
}

extension ByteBuffer {
    mutating func append(_ report: ProfileReport, _ keepAlive: Bool) {
        ResponseWriter.write(ResponseFields(.ok, keepAlive: keepAlive), into: &self) { $0.append(report) }
    }

    mutating func append(_ report: StatusReport, _ keepAlive: Bool) {
        ResponseWriter.write(ResponseFields(.ok, keepAlive: keepAlive), into: &self) { $0.append(report) }
    }
}
