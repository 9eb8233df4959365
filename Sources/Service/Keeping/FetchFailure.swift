package import Contract
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
    /// For programs, which do not read the message.
    var code: FailureCode

    package init(
        kind: RefreshFailure, message: String, code: FailureCode = .other, retryAfter: Int? = nil,
        isAnswer: Bool = false
    ) {
        self.kind = kind
        self.message = message
        self.code = code
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
        self.init(kind: .passing, message: what.isEmpty ? "\(error)" : "\(what): \(error)", code: .host)
    }

    /// The helper could not be reached, for example because its socket unit is stopped.
    init(reaching helper: FetchHelper, _ error: SystemError) {
        self.init(error)
        guard case .unit = helper, error.cause == .missing || error.cause == .refused else { return }
        message += "; 'systemctl start ossauth-fetch.socket'"
        code = .helperUnreachable
    }

    /// The helper gave no answer.
    init(ofHelper message: String) {
        self.init(kind: .passing, message: "the fetch helper \(message)", code: .helperFailed)
    }

    /// The helper got no answer; a refused login needs a person.
    init(_ failure: ExchangeFailure) {
        self.init(
            kind: failure.kind == .login ? .permanent : .passing, message: failure.message,
            code: FailureCode(failure.kind))
    }

    /// The server answered with an error status.
    init(_ answer: ExchangeAnswer) {
        self.init(
            kind: RefreshFailure(status: answer.status),
            message:
                "the server answered with status \(answer.status)\(FetchFailure.note(on: answer))",
            code: FailureCode(status: answer.status), retryAfter: answer.retryAfter, isAnswer: true)
    }

    private static func note(on answer: ExchangeAnswer) -> String {
        switch answer.status {
        case 300..<400: ", and redirects are never followed"
        case 407: ", as a proxy does that wants a login"
        default: answer.retryAfter.map { ", and wants no request for \($0) s" } ?? ""
        }
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
    fileprivate init(_ kind: ExchangeFailure.Kind) {
        switch kind {
        case .network, .connect, .timeout: self = .unreachable
        case .dns: self = .name
        case .proxy: self = .proxy
        case .tls: self = .tls
        case .refusedPlainHTTP: self = .plainHTTP
        case .secretFile: self = .secretFile
        case .login: self = .loginServer
        case .command: self = .command
        case .tooLarge: self = .wrongServer
        case .badRequest: self = .other
        }
    }

    fileprivate init(status: Int) {
        switch status {
        case 401, 403: self = .loginRejected
        case 407: self = .proxy
        case 429: self = .throttled
        case 300..<400, 404, 405, 410: self = .wrongServer
        case 500...: self = .server
        default: self = .other
        }
    }

    fileprivate init(_ error: CredentialError) {
        switch error {
        case .notJSON, .empty, .markup: self = .wrongServer
        case .missing(_, let outline): self = outline.places.isEmpty ? .answer : .otherPlaces
        case .member, .twice, .signature: self = .answer
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
