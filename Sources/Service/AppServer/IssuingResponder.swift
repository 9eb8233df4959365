internal import Access
internal import Bytes
internal import Callers
internal import CommandLine
internal import HTTP
internal import Issuing
internal import IssuingSettings
internal import Metrics
internal import Records
internal import Serving
internal import Time
internal import Turns

/// Answers the requests of the users of the configuration, with errors in the dialect of the mobile SDKs.
final class IssuingResponder: Responder {
    private let admission: UserAdmission
    private let tokens: TokenService
    private let signatures: SignatureService
    /// `nil`: no user has a bearer token.
    private let codes: CodeRedemption?
    private let log: Log
    private let origins: [Origin]
    private let files: IssuingFiles
    private let health: DaemonHealth
    private var tally = IssuingTally()
    private var notices = Notices()
    unowned var server: Server?

    init(
        _ settings: IssuingSettings, _ files: IssuingFiles, _ issuer: Issuer, _ clock: Clock, _ log: Log
    ) {
        self.files = files
        self.log = log
        admission = UserAdmission(settings, files)
        tokens = TokenService(settings.server, issuer, clock, log)
        signatures = SignatureService(issuer, clock, log)
        codes = files.users.map { CodeRedemption($0, log) }
        health = DaemonHealth(at: issuer.socket, on: issuer.loop, clock)
        origins = settings.server.origins
        let finish: (WaitID) -> Void = { [unowned self] wait in server?.end(wait) }
        health.finish = finish
        tokens.finish = finish
        signatures.finish = finish
    }

    /// Uses the users and groups of a new configuration from the next request on.
    func use(_ settings: IssuingSettings) {
        admission.use(settings)
        tokens.forgetQuestions()
    }

    /// A string to sign may repeat all headers and parameters of a request, which have 16 KiB at most.
    func maximumBody(of path: Span<UInt8>) -> Int { path.equals("/sign") ? 32_768 : 4_096 }

    func respond(
        to request: borrowing ClientRequest, by caller: Caller, of connection: Connection,
        into output: inout ByteBuffer
    ) -> RequestOutcome {
        let answer = IssuingAnswer(request, origins)
        guard let route = IssuingRoute(request.path) else {
            answer.write(.noSuchRoute, to: &output)
            return .answered()
        }
        if case .options = request.method {
            answer.writePreflight(allowing: route, to: &output)
            return .answered()
        }
        guard route.allows(request.method) else {
            answer.write(.methodNotAllowed(route), to: &output)
            return .answered()
        }
        return serve(route, request, of: connection, answer, &output)
    }

    private func serve(
        _ route: IssuingRoute, _ request: borrowing ClientRequest, of connection: Connection,
        _ answer: IssuingAnswer, _ output: inout ByteBuffer
    ) -> RequestOutcome {
        switch route {
        case .health, .metrics:
            let isKnown = health.isKnown(at: request.now.boot)
            guard isKnown || connection.hasWaited else {
                health.add(connection.beginWait())
                return .waits
            }
            writeReport(for: route, request, daemonAnswers: isKnown && health.answers, answer, to: &output)
            return .answered()
        case .token(let sixMembers):
            return respond(to: request, answer, &output) { request, output throws(IssuingRefusal) in
                let user = try self.admission.user(of: request, of: connection, for: .credentials)
                guard let token = try self.tokens.token(for: user, of: connection, at: request.now) else {
                    return false
                }
                answer.write(token, sixMembers: sixMembers, to: &output)
                return true
            }
        case .enrolment:
            return respond(to: request, answer, &output) { request, output throws(IssuingRefusal) in
                try self.enrol(request, answer, &output)
                return true
            }
        case .question(let operation):
            return respond(to: request, answer, &output) { request, output throws(IssuingRefusal) in
                let user = try self.admission.user(of: request, of: connection, for: operation)
                return try self.signatures.answer(
                    operation, of: user, request, of: connection, answer, &output)
            }
        }
    }

    /// Writes what `serve` does, or its refusal; `false` of `serve`: the request waits for the daemon.
    private func respond(
        to request: borrowing ClientRequest, _ answer: IssuingAnswer, _ output: inout ByteBuffer,
        _ serve: (borrowing ClientRequest, inout ByteBuffer) throws(IssuingRefusal) -> Bool
    ) -> RequestOutcome {
        do throws(IssuingRefusal) {
            guard try serve(request, &output) else { return .waits }
            tally.issued += 1
            return .answered(.isSecret)
        } catch {
            tally.refusals[error.kind.rawValue] += 1
            if let times = notices.times(error.logKind, of: error.subject, at: request.now.boot) {
                log.write(.tokenRefused(reason: error.explanation, times: times))
            }
            answer.write(error, to: &output)
            return .answered()
        }
    }
}

// Enrolment.
extension IssuingResponder {
    private func enrol(
        _ request: borrowing ClientRequest, _ answer: IssuingAnswer, _ output: inout ByteBuffer
    ) throws(IssuingRefusal) {
        guard let codes, let code = EnrolmentCode(request.body) else { throw .invalidCode }
        let token = EnrolmentFile.newToken()
        let user = try codes.user(of: code, getting: token.span, at: request.now)
        answer.write(bearerToken: token, to: &output)
        log.write(.userEnrolled(user.text))
    }
}

// Reports.
extension IssuingResponder {
    private func writeReport(
        for route: IssuingRoute, _ request: borrowing ClientRequest, daemonAnswers: Bool,
        _ answer: IssuingAnswer, to output: inout ByteBuffer
    ) {
        guard case .metrics = route else {
            let outdated = files.states.filter { !$0.isCurrent }.map { "\($0.key)" }
            return answer.write(healthy: daemonAnswers, outdated: outdated, to: &output)
        }
        var report = IssuingReport(version: Release.version.description, tally, tokens.daemonTally)
        report.users = tokens.userCount
        report.connections = server?.connections.count ?? 0
        report.daemonAnswers = daemonAnswers
        report.files = files.states
        let fields = ResponseFields(.ok, contentType: metricsContentType, keepAlive: request.keepAlive)
        ResponseWriter.write(fields, into: &output) { report.write(into: &$0) }
    }

    func refuse(
        _ refusal: ServerRefusal, at listener: Listener, for caller: Caller?, into output: inout ByteBuffer
    ) {
        let (status, message): (Status, String) =
            switch refusal {
            case .malformed(let error): (error.status, error.description)
            case .tooLarge(let limit): (.contentTooLarge, "the body has more than \(limit) bytes")
            case .memory, .connections, .connectionsWithoutRule, .connectionsOfUser, .descriptors:
                (.serviceUnavailable, "too many requests")
            }
        output.append(error: ("MalformedRequest", message), ResponseFields(status, keepAlive: false))
    }
}
