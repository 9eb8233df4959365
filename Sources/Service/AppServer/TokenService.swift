internal import Access
internal import Bytes
internal import Issuing
internal import IssuingSettings
internal import Metrics
internal import Records
internal import Scoping
internal import Sections
internal import Serving
internal import Time
internal import Tokens
internal import Turns

/// Hands out tokens: those in memory, and new ones from the daemon.
final class TokenService {
    private let issuer: Issuer
    private let clock: Clock
    private let log: Log
    private var store: TokenStore
    /// The question for each user, because compiling a policy costs more than the rest of a request.
    private var questions: [Principal: IssueQuestion] = [:]
    private let maximumQuestions: Int
    private var waiting: [Principal: [WaitID]] = [:]
    private var notices = Notices()
    private(set) var daemonTally = DaemonTally()
    /// Called for each request that waited for the daemon.
    var finish: (WaitID) -> Void = { _ in }

    init(_ settings: IssuingServerSettings, _ issuer: Issuer, _ clock: Clock, _ log: Log) {
        self.issuer = issuer
        self.clock = clock
        self.log = log
        store = TokenStore(limit: settings.maxTokens, rate: settings.issueRate)
        maximumQuestions = settings.maxTokens
        issuer.received = { [unowned self] answer, question in take(answer, to: question) }
    }

    /// The number of users whose tokens are kept.
    var userCount: Int { store.count }

    /// Compiles the policies again, since the configuration changed.
    func forgetQuestions() { questions = [:] }

    /// `nil`: the request waits for the daemon.
    func token(
        for user: AdmittedUser, of connection: Connection, at now: Moment
    ) throws(IssuingRefusal) -> IssuedToken? {
        let question = try question(of: user.principal, user.terms)
        guard connection.progress < .overdue else { throw .unavailable(retryAfter: 1) }
        switch store.step(for: question, at: now) {
        case .serve(let token):
            note(token, for: question)
            return token
        case .ask:
            issuer.ask(question)
            fallthrough
        case .wait:
            waiting[question.principal, default: []].append(connection.beginWait())
            connection.work = UserWork(of: user)
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
        let policy = try mapping(terms.policy(of: user.user)) { (reason: ScopeProblem) in
            IssuingRefusal.noPolicy(user, reason: reason.description)
        }
        let question = IssueQuestion(
            for: user, profile: terms.profile, policy: policy, duration: terms.duration?.wholeSeconds,
            place: UserPlace(of: user.user, under: terms))
        questions[user] = question
        return question
    }

    private func take(_ answer: Issuer.Answer, to question: IssueQuestion) {
        let now = clock.now()
        switch answer {
        case .success: daemonTally.tokens += 1
        case .failure(let failure):
            daemonTally.failures[failure.reason.position] += 1
            let kind = failure.reason.rawValue
            if let times = notices.times(kind, of: question.profile, at: now.boot) {
                log.write(
                    .tokenNotIssued(
                        to: question.principal.description, reason: failure.explanation, times: times))
            }
        }
        store.take(answer, to: question, at: now.boot)
        for wait in waiting.removeValue(forKey: question.principal) ?? [] { finish(wait) }
    }
}

extension IssueFailure.Reason {
    fileprivate var position: Int { IssueFailure.Reason.allCases.firstIndex(of: self) ?? 0 }
}
