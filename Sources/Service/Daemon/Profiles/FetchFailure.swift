internal import Exchange
internal import Tokens

/// Why a fetch brought no token.
struct FetchFailure: Error {
    var kind: RefreshFailure
    /// One line for the operator.
    var message: String
    var retryAfter: Int?
}

extension FetchFailure {
    init(_ failure: ExchangeFailure) {
        self.init(kind: .passing, message: failure.message)
    }

    /// An answer that is no success says by its status whether asking again helps.
    init(status: Int, retryAfter: Int?) {
        let kind: RefreshFailure =
            switch status {
            case 429: .throttled
            case 400, 401, 403, 404, 405, 410: .permanent
            default: .passing
            }
        self.init(kind: kind, message: "the AppServer answered with status \(status)", retryAfter: retryAfter)
    }

    init(_ error: CredentialError) {
        let kind: RefreshFailure =
            switch error {
            // The flow control of STS, which the AppServer hands on.
            case .refused(let code, _) where code.hasPrefix("Throttling"): .throttled
            case .refused: .permanent
            default: .passing
            }
        self.init(kind: kind, message: error.description)
    }
}
