internal import Access
internal import Bytes
internal import CommandLine
internal import HTTP
internal import Issuing
internal import IssuingSettings
internal import JSON
internal import Metrics
internal import Records
internal import Sections
internal import Serving
internal import Text
internal import Time

/// Hands tokens out to the users of the configuration.
final class IssuingResponder: AppServerResponder {
    private let authenticator: Authenticator
    /// `nil`: no user has a bearer token.
    private let codes: CodeRedemption?
    private let issuer: Issuer
    private let clock: Clock
    private let log: Log
    private let origins: [Origin]
    private let files: IssuingFiles
    private let health: DaemonHealth
    private var directory: UserDirectory
    private var store: TokenStore
    private var rates = UserRates()
    /// The question for each user, because compiling a policy costs more than the rest of a request.
    private var questions: [Principal: IssueQuestion] = [:]
    private let maximumQuestions: Int
    private var waiting: [Principal: [WaitID]] = [:]
    private var tally = IssuingTally()
    private var notices = Notices()
    unowned var server: Server?
    /// Called when the last connection is closed after a stop.
    var finish: () -> Void = {}

    init(
        _ settings: IssuingSettings, _ files: IssuingFiles, _ issuer: Issuer, _ clock: Clock, _ log: Log
    ) {
        self.clock = clock
        self.files = files
        authenticator = Authenticator(files, settings.server)
        codes = files.users.map { CodeRedemption($0, log) }
        health = DaemonHealth(at: issuer.socket, on: issuer.loop, clock)
        self.issuer = issuer
        self.log = log
        origins = settings.server.origins
        directory = UserDirectory(settings)
        store = TokenStore(limit: settings.server.maxTokens, rate: settings.server.issueRate)
        maximumQuestions = settings.server.maxTokens
        health.finish = { [unowned self] wait in server?.end(wait) }
        issuer.received = { [unowned self] answer, question in take(answer, to: question) }
    }

    /// Uses the users and groups of a new configuration from the next request on.
    func use(_ settings: IssuingSettings) {
        directory = UserDirectory(settings)
        questions = [:]
        rates.removeAll()
    }

    func stopped() { finish() }

    /// A string to sign may repeat all headers and parameters of a request, which have 16 KiB at most.
    func maximumBody(of path: Span<UInt8>) -> Int { path.equals("/sign") ? 32_768 : 4_096 }

    func respond(
        to request: borrowing ClientRequest, of connection: Connection, into output: inout ByteBuffer
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
        switch route {
        case .health, .metrics:
            let isKnown = health.isKnown(at: request.now.boot)
            guard isKnown || connection.hasWaited else {
                health.add(connection.beginWait())
                return .waits
            }
            writeReport(for: route, request, daemonAnswers: isKnown && health.answers, answer, to: &output)
        case .token(let sixMembers):
            return respond(to: request, answer, &output) { request, output throws(IssuingRefusal) in
                guard let token = try self.token(for: request, of: connection) else { return false }
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
                try self.answer(operation, request, of: connection, answer, &output)
            }
        }
        return .answered()
    }
}

// Tokens.
extension IssuingResponder {
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
            note(error, at: request.now.boot)
            answer.write(error, to: &output)
            return .answered()
        }
    }

    /// The user of a request, whose rate is counted once.
    private func user(
        of request: borrowing ClientRequest, of connection: Connection, for operation: Operation
    ) throws(IssuingRefusal) -> (Principal, UserTerms) {
        let identity = try authenticator.identity(request, in: directory)
        guard !directory.denies(identity.name) else { throw .denied(identity.name) }
        guard let terms = directory.terms(of: identity) else { throw .noTerms(identity) }
        let user = Principal(identity.name, in: terms.heading)
        guard terms.scope.operations.contains(operation) else { throw .noService(user, operation) }
        if !connection.hasWaited, let seconds = rates.take(user, terms, at: request.now.boot) {
            throw .tooManyRequests(user, retryAfter: seconds)
        }
        return (user, terms)
    }

    /// `nil`: the request waits for the daemon.
    private func token(
        for request: borrowing ClientRequest, of connection: Connection
    ) throws(IssuingRefusal) -> IssuedToken? {
        let (user, terms) = try user(of: request, of: connection, for: .credentials)
        let question = try question(of: user, terms)
        guard connection.progress < .overdue else { throw .unavailable(retryAfter: 1) }
        switch store.step(for: question, at: request.now) {
        case .serve(let token):
            note(token, for: question)
            return token
        case .ask:
            issuer.ask(question)
            fallthrough
        case .wait:
            waiting[question.principal, default: []].append(connection.beginWait())
            return nil
        case .refuse(_, let seconds): throw .unavailable(retryAfter: seconds)
        }
    }

    /// The text of the line costs as much as the answer.
    private func note(_ token: IssuedToken, for question: IssueQuestion) {
        guard log.accepts(.info) else { return }
        log.write(
            .tokenIssued(
                to: question.principal.description, profile: question.profile, keyID: token.keyID,
                until: token.expiration
            ))
    }

    private func question(of user: Principal, _ terms: UserTerms) throws(IssuingRefusal) -> IssueQuestion {
        if let known = questions[user] { return known }
        if questions.count >= maximumQuestions { questions = [:] }
        let question = IssueQuestion(
            for: user, profile: terms.profile, policy: try policy(of: user, terms),
            duration: terms.duration?.wholeSeconds)
        questions[user] = question
        return question
    }

    private func policy(of user: Principal, _ terms: UserTerms) throws(IssuingRefusal) -> String {
        let reason: ScopeProblem
        do throws(ScopeProblem) {
            return try terms.policy(of: user.user)
        } catch {
            reason = error
        }
        throw .noPolicy(user, reason: reason.description)
    }

    private func take(_ answer: Issuer.Answer, to question: IssueQuestion) {
        let now = clock.now()
        switch answer {
        case .success: tally.daemonTokens += 1
        case .failure(let failure):
            tally.daemonFailures[failure.reason.position] += 1
            let kind = failure.reason.rawValue
            if let times = notices.times(kind, of: question.profile, at: now.boot) {
                log.write(
                    .tokenNotIssued(
                        to: question.principal.description, reason: failure.explanation, times: times))
            }
        }
        store.take(answer, to: question, at: now.boot)
        for wait in waiting.removeValue(forKey: question.principal) ?? [] { server?.end(wait) }
    }

    private func note(_ refusal: IssuingRefusal, at now: Instant) {
        if let times = notices.times(refusal.logKind, of: refusal.subject, at: now) {
            log.write(.tokenRefused(reason: refusal.explanation, times: times))
        }
    }
}

// URLs, forms and signatures.
extension IssuingResponder {
    /// Judges the question, asks the daemon, and answers when it did.
    private func answer(
        _ operation: Operation, _ request: borrowing ClientRequest, of connection: Connection,
        _ answer: IssuingAnswer, _ output: inout ByteBuffer
    ) throws(IssuingRefusal) -> Bool {
        let (user, terms) = try user(of: request, of: connection, for: operation)
        guard connection.progress < .overdue else { throw .unavailable(retryAfter: 1) }
        if let work = connection.work as? QuestionWork, work.result != nil {
            if let reason = work.refusal { throw .declined(user, operation, reason) }
            guard answer.write(work, to: &output) else { throw .unavailable(retryAfter: 1) }
            log.write(
                .objectSigned(for: user.description, profile: terms.profile, operation: "\(operation.name)"))
            return true
        }
        guard let question = try question(for: operation, request, of: user.user, terms) else {
            throw .notGranted(user, operation)
        }
        try begin(question, for: terms.profile, of: connection)
        return false
    }

    /// `nil`: the rights of the user do not grant it.
    private func question(
        for operation: Operation, _ request: borrowing ClientRequest, of user: UserName, _ terms: UserTerms
    ) throws(IssuingRefusal) -> (any DaemonQuestion)? {
        let reason: QuestionError
        do throws(QuestionError) {
            let question = try question(for: operation, in: request.body)
            let isGranted = try question.isGranted(to: user, by: terms, at: request.now.wall)
            return isGranted ? question : nil
        } catch {
            reason = error
        }
        throw .malformed(reason)
    }

    private func question(
        for operation: Operation, in body: Span<UInt8>
    ) throws(QuestionError) -> any DaemonQuestion {
        switch operation {
        case .presign: try ObjectQuestion(body, for: .url)
        case .postPolicy: try ObjectQuestion(body, for: .form)
        default: try StringQuestion(body)
        }
    }

    private func begin(
        _ question: any DaemonQuestion, for profile: String, of connection: Connection
    ) throws(IssuingRefusal) {
        let wait = connection.beginWait()
        guard
            let work = try? QuestionWork(
                question, for: profile, at: issuer.socket, on: issuer.loop, clock,
                finish: { [unowned self] in server?.end(wait) })
        else { throw .unavailable(retryAfter: 1) }
        connection.work = work
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
        var report = IssuingReport(version: Release.version.description, tally)
        report.users = store.count
        report.connections = server?.connections.count ?? 0
        report.daemonAnswers = daemonAnswers
        report.files = files.states
        let format = MetricsFormat(accepted: request.field("accept"))
        let fields = ResponseFields(.ok, contentType: format.contentType, keepAlive: request.keepAlive)
        ResponseWriter.write(fields, into: &output) { report.write(format, into: &$0) }
    }
}

extension IssueFailure.Reason {
    fileprivate var position: Int { IssueFailure.Reason.allCases.firstIndex(of: self) ?? 0 }
}

extension UserDirectory {
    fileprivate init(_ settings: IssuingSettings) {
        self.init(users: settings.users, groups: settings.groups, denied: settings.server.denied)
    }
}
