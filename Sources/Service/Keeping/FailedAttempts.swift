internal import Contract
internal import Exchange
internal import Exchanging
internal import Kernel
internal import Signing
internal import Tokens

extension FetchFailure {
    init(_ error: SigningError) {
        self.init(kind: .permanent, message: "\(error)")
    }

    /// The document holds no credential; its error text is better than the status.
    init(_ answer: ExchangeAnswer, _ error: CredentialError) {
        self.init(answer)
        kind = RefreshFailure(status: answer.status, error)
        guard error.isRefusal || answer.status == 200 else { return }
        message = error.description
        // With status 401 the server refuses the caller, whatever its words.
        if answer.status != 401 { code = kind == .throttled ? .throttled : FailureCode(error) }
    }

    /// A token that was not accepted.
    init(_ error: CredentialError) {
        self.init(kind: .passing, message: error.description, code: FailureCode(error))
    }
}

extension FailureCode {
    fileprivate init(_ error: CredentialError) {
        switch error {
        case .notJSON, .empty, .markup: self = .wrongServer
        case .missing(_, let outline): self = outline.places.isEmpty ? .answer : .otherPlaces
        case .member, .twice, .signature, .signatureOfV1: self = .answer
        case .longLivedKey: self = .longLivedKey
        case .expired, .shorterLived: self = .tokenEnded
        case .expiration, .endsTooLate: self = .expiration
        case .sameKeyOtherSecret, .sameKeyOtherToken, .sameTokenOtherKey, .otherKey: self = .mixedAnswer
        case .refused: self = .refused
        }
    }
}

// Sources with several servers.
extension FetchFailure {
    /// The longest message, because people read it in the status.
    private static let longest = 1_000

    /// The failure of all these attempts, at least one.
    ///
    /// Answers count more than unreachable servers. Of several answers the least severe decides when to retry.
    static func whole(_ failures: [FetchFailure]) -> FetchFailure {
        let answers = failures.filter(\.isAnswer)
        let candidates = answers.isEmpty ? failures : answers
        var whole = candidates.dropFirst().reduce(candidates[0]) { $1.kind.milder(than: $0.kind) ? $1 : $0 }
        whole.message = message(of: failures)
        return whole
    }

    /// Gives each message an equal share, so that a long one hides none.
    private static func message(of failures: [FetchFailure]) -> String {
        let share = longest / failures.count
        return failures.map { $0.message.prefix(ofBytes: share) }.joined(separator: "; ")
            .prefix(ofBytes: longest)
    }

    /// The same failure, with the URL before it.
    func at(_ attempt: FetchPlan.Attempt) -> FetchFailure {
        guard case .exchange(let exchange) = attempt.request else { return self }
        var failure = self
        failure.message = "\(exchange.url.shown(withoutPath: attempt.hasSecretPath)): \(message)"
        // A server that refuses a request without a login probably wants one.
        if code == .loginRejected, !exchange.hasLogin { failure.code = .loginMissing }
        return failure
    }
}

extension String {
    /// Cuts between characters.
    fileprivate func prefix(ofBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var text = ""
        for character in self {
            guard text.utf8.count + character.utf8.count + 3 <= limit else { break }
            text.append(character)
        }
        return text + "…"
    }
}
