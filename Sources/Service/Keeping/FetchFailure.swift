internal import Exchange
internal import Kernel
internal import Signing
package import Tokens

/// Why a fetch returned no token.
package struct FetchFailure: Error {
    var kind: RefreshFailure
    /// One line for the operator.
    var message: String
    var retryAfter: Int?
    /// Whether it is the answer of a server.
    var isAnswer = false

    package init(kind: RefreshFailure, message: String, retryAfter: Int? = nil, isAnswer: Bool = false) {
        self.kind = kind
        self.message = message
        self.retryAfter = retryAfter
        self.isAnswer = isAnswer
    }
}

extension FetchFailure {
    /// An invalid request stays invalid until the configuration changes.
    init(_ error: ExchangeError) {
        self.init(kind: .permanent, message: error.description)
    }

    init(_ error: SigningError) {
        self.init(kind: .permanent, message: "\(error)")
    }

    /// The host lacks a file, a descriptor or memory at the moment.
    init(_ error: SystemError, of what: String = "") {
        self.init(kind: .passing, message: what.isEmpty ? "\(error)" : "\(what): \(error)")
    }

    /// The helper could not be reached, for example because its socket unit is stopped.
    init(reachingHelper error: SystemError) {
        self.init(error)
        guard error.cause == .missing || error.cause == .refused, "\(error.call)" == "connect" else { return }
        message += "; 'systemctl start ossauth-fetch.socket'"
    }

    /// The helper got no answer; a refused login needs a person.
    init(_ failure: ExchangeFailure) {
        self.init(kind: failure.kind == .login ? .permanent : .passing, message: failure.message)
    }

    /// The server answered with an error status.
    init(_ answer: ExchangeAnswer) {
        self.init(
            kind: RefreshFailure(status: answer.status),
            message:
                "the server answered with status \(answer.status)\(FetchFailure.note(on: answer.status))",
            retryAfter: answer.retryAfter, isAnswer: true)
    }

    private static func note(on status: Int) -> String {
        switch status {
        case 300..<400: ", and redirects are never followed"
        case 407: ", as a proxy does that wants a login"
        default: ""
        }
    }

    /// The document holds no credential; its error text is better than the status.
    init(_ answer: ExchangeAnswer, _ error: CredentialError) {
        self.init(answer)
        kind = RefreshFailure(status: answer.status, error)
        if error.isRefusal || answer.status == 200 { message = error.description }
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
    func at(_ request: HelperRequest, withoutPath: Bool = false) -> FetchFailure {
        guard case .exchange(let exchange) = request else { return self }
        var failure = self
        failure.message = "\(exchange.url.shown(withoutPath: withoutPath)): \(message)"
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
