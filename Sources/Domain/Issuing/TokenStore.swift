package import Access
package import Time

/// The tokens of the users: one for each, until half of its life.
///
/// It decides; the caller asks the daemon and reports what came back.
package struct TokenStore {
    /// The time after a failure in which the daemon is not asked again for the same user.
    private static let firstPause = Duration.seconds(1)
    private static let longestPause = Duration.seconds(60)

    private var entries: [Principal: Entry] = [:]
    private let limit: Int
    /// The questions that may be asked now.
    private let allowance: Allowance

    private struct Entry {
        let question: IssueQuestion
        var token: IssuedToken?
        var isAsked = false
        var failure: (reason: IssueFailure, until: Instant, pause: Duration)?
    }

    /// The next step for a request.
    package enum Step {
        case serve(IssuedToken)
        /// Ask the daemon, and let the request wait.
        case ask
        /// Another request asked already.
        case wait
        case refuse(IssueFailure, retryAfter: Int)
    }

    /// `limit`: the number of users whose tokens are kept; `rate`: that of the questions, and the most at once.
    package init(limit: Int, rate: Rate) {
        self.limit = limit
        allowance = Allowance(rate)
    }

    package var count: Int { entries.count }

    /// Decides for a user; another question than before gets another token.
    package mutating func step(for question: IssueQuestion, at now: Moment) -> Step {
        let user = question.principal
        if entries[user]?.question != question {
            makeRoom(at: now)
            entries[user] = Entry(question: question)
        }
        guard var entry = entries[user] else { return .wait }
        let token = entry.token.flatMap { $0.isUsable(at: now.wall) ? $0 : nil }
        if let token, token.isFresh(at: now.wall) { return .serve(token) }
        if let failure = entry.failure, now.boot < failure.until {
            // A token that still works is better than none.
            if let token { return .serve(token) }
            return .refuse(failure.reason, retryAfter: seconds(until: failure.until, at: now.boot))
        }
        guard !entry.isAsked else { return .wait }
        let pause = allowance.wait(at: now.boot)
        guard pause <= .zero else {
            if let token { return .serve(token) }
            let failure = IssueFailure(.busy, "IssueRate= is reached")
            return .refuse(failure, retryAfter: seconds(until: now.boot + pause, at: now.boot))
        }
        allowance.take(1, at: now.boot)
        entry.isAsked = true
        entries[user] = entry
        return .ask
    }

    /// Takes the answer of the daemon to a question; the answer to an outdated question is dropped.
    package mutating func take(
        _ answer: Result<IssuedToken, IssueFailure>, to question: IssueQuestion, at now: Instant
    ) {
        guard var entry = entries[question.principal], entry.question == question else { return }
        entry.isAsked = false
        switch answer {
        case .success(let token):
            entry.token = token
            entry.failure = nil
        case .failure(let reason):
            let pause =
                entry.failure.map { min($0.pause * 2, TokenStore.longestPause) } ?? TokenStore.firstPause
            let wait = reason.retryAfter.map { max(pause, min($0, TokenStore.longestPause)) } ?? pause
            entry.failure = (reason, now + wait, pause)
        }
        entries[question.principal] = entry
    }

    private func seconds(until end: Instant, at now: Instant) -> Int {
        max(1, Int(((end - now) + .milliseconds(999)).wholeSeconds))
    }

    /// Removes what is of no use; then the tokens that end first, a tenth at a time, because this looks at all.
    private mutating func makeRoom(at now: Moment) {
        guard entries.count >= limit else { return }
        entries = entries.filter { $0.value.isAsked || $0.value.token?.isUsable(at: now.wall) == true }
        guard entries.count >= limit else { return }
        let byEnd = entries.filter { !$0.value.isAsked }.sorted {
            ($0.value.token?.expiration.secondsSince1970 ?? 0)
                < ($1.value.token?.expiration.secondsSince1970 ?? 0)
        }
        for (user, _) in byEnd.prefix(max(1, limit / 10)) { entries[user] = nil }
    }
}

/// A question to the daemon: a token for one user.
package struct IssueQuestion: Hashable, Sendable {
    package let principal: Principal
    package let profile: String
    package let policy: String
    /// In seconds; `nil`: the duration of the profile.
    package let duration: Int64?
    /// Not asked for, but answered with the token.
    let place: UserPlace

    package init(
        for principal: Principal, profile: String, policy: String, duration: Int64?, place: UserPlace
    ) {
        self.principal = principal
        self.profile = profile
        self.policy = policy
        self.duration = duration
        self.place = place
    }
}

/// Why the daemon issued no token.
package struct IssueFailure: Error, Equatable, Sendable {
    package enum Reason: String, CaseIterable, Sendable {
        /// The daemon does not answer.
        case unreachable
        /// The daemon or STS asks for patience.
        case busy
        /// The daemon does not accept the question; the operator must act.
        case refused
        /// The answer is no token.
        case invalid
    }

    package let reason: Reason
    /// For the log; a client does not get it.
    package let explanation: String
    package let retryAfter: Duration?

    package init(_ reason: Reason, _ explanation: String, retryAfter: Duration? = nil) {
        self.reason = reason
        self.explanation = explanation
        self.retryAfter = retryAfter
    }
}

/// The place of a user's objects, which an app must know before it uploads; as far as the rights name one and no more.
package struct UserPlace: Hashable, Sendable {
    /// Empty: not one bucket.
    let bucket: String
    /// Empty: not one beginning of all keys.
    let keyPrefix: String

    package init(of user: UserName, under terms: UserTerms) {
        let rule = terms.scope.expanded(forUser: user.text)
        bucket = rule?.buckets.only?.literal ?? ""
        keyPrefix = rule?.keys.only?.prefix ?? ""
    }
}

extension Array {
    fileprivate var only: Element? { count == 1 ? self[0] : nil }
}
