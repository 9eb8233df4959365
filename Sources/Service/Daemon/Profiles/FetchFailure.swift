internal import Exchange
internal import Kernel
internal import Signing
internal import Tokens

/// Why a fetch brought no token.
struct FetchFailure: Error {
    var kind: RefreshFailure
    /// One line for the operator.
    var message: String
    var retryAfter: Int?
    /// A server said it, and not the way to it.
    var isAnswer = false
}

extension FetchFailure {
    /// The configuration says what cannot be asked, and will say so until somebody changes it.
    init(_ error: ExchangeError) {
        self.init(kind: .permanent, message: error.description)
    }

    /// The same of what is signed before it is asked.
    init(_ error: SigningError) {
        self.init(kind: .permanent, message: "\(error)")
    }

    /// The host lacks something now: a file, a descriptor, memory.
    init(_ error: SystemError, of what: String = "") {
        self.init(kind: .passing, message: what.isEmpty ? "\(error)" : "\(what): \(error)")
    }

    /// The helper could not be reached; systemd may not hold its socket.
    init(reachingHelper error: SystemError) {
        self.init(error)
        guard error.cause == .missing || error.cause == .refused, "\(error.call)" == "connect" else { return }
        message += "; 'systemctl start ossauth-fetch.socket'"
    }

    /// The helper could not bring an answer; a login that is refused is for a person to repair.
    init(_ failure: ExchangeFailure) {
        self.init(kind: failure.kind == .login ? .permanent : .passing, message: failure.message)
    }

    /// An answer that is no success.
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

    /// An answer whose document holds no credential: what the document says counts more than the number.
    init(_ answer: ExchangeAnswer, _ error: CredentialError) {
        self.init(answer)
        kind = RefreshFailure(status: answer.status, error)
        if error.isRefusal || answer.status == 200 { message = error.description }
    }
}
