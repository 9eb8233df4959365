internal import Access
internal import Bytes
internal import CommandLine
internal import Documents
internal import HTTP
internal import Issuing
internal import JSON
internal import Metrics
internal import Records
internal import Serving
internal import Settings
internal import Text
internal import Time

/// Hands tokens out to the users of the configuration.
final class IssuingResponder: AppServerResponder {
    private let authenticator: Authenticator
    private let issuer: Issuer
    private let clock: Clock
    private let log: Log
    private let origins: [Origin]
    private var directory: UserDirectory
    private var store: TokenStore
    private var rates = UserRates()
    /// The question for each user, because compiling a policy costs more than the rest of a request.
    private var questions: [String: (terms: String, question: IssueQuestion)] = [:]
    private let maximumQuestions: Int
    private var waiting: [UserName: [WaitID]] = [:]
    private var tally = IssuingTally()
    private var failureNotice = Repetition()
    private var refusalNotice = Repetition()
    private var daemonAnswers = true
    unowned var server: Server?
    /// Called when the last connection is closed after a stop.
    var finish: () -> Void = {}

    init(
        _ settings: IssuingSettings, _ authenticator: Authenticator, _ issuer: Issuer, _ clock: Clock,
        _ log: Log
    ) {
        self.clock = clock
        self.authenticator = authenticator
        self.issuer = issuer
        self.log = log
        origins = settings.server.origins
        directory = UserDirectory(users: settings.users, groups: settings.groups)
        store = TokenStore(limit: settings.server.maxTokens)
        maximumQuestions = settings.server.maxTokens
        issuer.received = { [unowned self] answer, question in take(answer, to: question) }
    }

    /// Uses the users and groups of a new configuration from the next request on.
    func use(_ settings: IssuingSettings) {
        directory = UserDirectory(users: settings.users, groups: settings.groups)
        questions = [:]
        rates.removeAll()
    }

    func stopped() { finish() }

    func maximumBody(of path: Span<UInt8>) -> Int { 4_096 }

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
        case .health: answer.write(healthy: daemonAnswers, to: &output)
        case .metrics: writeMetrics(request, to: &output)
        case .token(let format): return respond(with: format, to: request, of: connection, answer, &output)
        }
        return .answered()
    }
}

// Tokens.
extension IssuingResponder {
    private func respond(
        with format: DocumentFormat, to request: borrowing ClientRequest, of connection: Connection,
        _ answer: IssuingAnswer, _ output: inout ByteBuffer
    ) -> RequestOutcome {
        do throws(IssuingRefusal) {
            guard let token = try token(for: request, of: connection) else { return .waits }
            tally.issued += 1
            answer.write(token, as: format, to: &output)
            return .answered(.isSecret)
        } catch {
            tally.refusals[error.kind.rawValue] += 1
            note(error, at: request.now.boot)
            answer.write(error, to: &output)
            return .answered()
        }
    }

    /// `nil`: the request waits for the daemon.
    private func token(
        for request: borrowing ClientRequest, of connection: Connection
    ) throws(IssuingRefusal) -> IssuedToken? {
        let identity = try authenticator.identity(request, in: directory)
        guard let terms = directory.terms(of: identity) else { throw .noTerms(identity.user) }
        if !connection.hasWaited, let seconds = rates.take(identity.user, terms, at: request.now.boot) {
            throw .tooManyRequests(identity.user, retryAfter: seconds)
        }
        let question = try question(of: identity.user, terms)
        guard connection.progress < .overdue else { throw .unavailable(retryAfter: 1) }
        switch store.step(for: question, at: request.now) {
        case .serve(let token):
            log.write(
                .tokenIssued(
                    to: question.user.text, profile: question.profile, keyID: token.keyID,
                    until: token.expiration))
            return token
        case .ask:
            issuer.ask(question)
            fallthrough
        case .wait:
            waiting[question.user, default: []].append(connection.beginWait())
            return nil
        case .refuse(_, let seconds): throw .unavailable(retryAfter: seconds)
        }
    }

    private func question(of user: UserName, _ terms: UserTerms) throws(IssuingRefusal) -> IssueQuestion {
        if let known = questions[user.text], known.terms == terms.name { return known.question }
        if questions.count >= maximumQuestions { questions = [:] }
        let question = IssueQuestion(
            user: user, profile: terms.profile, policy: try policy(of: user, terms),
            duration: terms.duration?.wholeSeconds)
        questions[user.text] = (terms.name, question)
        return question
    }

    private func policy(of user: UserName, _ terms: UserTerms) throws(IssuingRefusal) -> String {
        let policy: String?
        var reason = ""
        do throws(ScopeProblem) {
            policy = try terms.policy(of: user)
        } catch {
            policy = nil
            reason = error.description
        }
        guard let policy else { throw .noPolicy(user, reason: reason) }
        return policy
    }

    private func take(_ answer: Issuer.Answer, to question: IssueQuestion) {
        let now = clock.now()
        switch answer {
        case .success: tally.daemonTokens += 1
        case .failure(let failure):
            tally.daemonFailures[failure.reason.position] += 1
            if let times = failureNotice.happened(at: now.boot) {
                log.write(.tokenNotIssued(to: question.user.text, reason: failure.explanation, times: times))
            }
        }
        daemonAnswers = !answer.isUnreachable
        store.take(answer, to: question, at: now.boot)
        for wait in waiting.removeValue(forKey: question.user) ?? [] { server?.end(wait) }
    }

    /// Clients can cause these at will, so the log has one line for each minute.
    private func note(_ refusal: IssuingRefusal, at now: Instant) {
        if let times = refusalNotice.happened(at: now) {
            log.write(.tokenRefused(reason: refusal.explanation, times: times))
        }
    }
}

// Reports.
extension IssuingResponder {
    private func writeMetrics(_ request: borrowing ClientRequest, to output: inout ByteBuffer) {
        var report = IssuingReport(version: Release.version.description, tally)
        report.users = store.count
        report.connections = server?.connections.count ?? 0
        report.daemonAnswers = daemonAnswers
        let format = MetricsFormat(accepted: request.field("accept"))
        let fields = ResponseFields(.ok, contentType: format.contentType, keepAlive: request.keepAlive)
        ResponseWriter.write(fields, into: &output) { report.write(format, into: &$0) }
    }
}

extension Issuer.Answer {
    fileprivate var isUnreachable: Bool {
        if case .failure(let failure) = self { failure.reason == .unreachable } else { false }
    }
}

extension IssueFailure.Reason {
    fileprivate var position: Int { IssueFailure.Reason.allCases.firstIndex(of: self) ?? 0 }
}
