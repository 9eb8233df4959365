/// The kind of a failed fetch, as far as it matters for the next attempt.
package enum RefreshFailure: Equatable, Sendable {
    /// Network, 5xx or an unreadable answer: may soon be over.
    case passing
    /// 429, or the flow control of STS: an early retry makes it worse.
    case throttled
    /// 401, 403 or an unknown role: a person must act, but the daemon needs no restart afterwards.
    case permanent

    /// The factor for the first delay.
    var delayFactor: Int64 {
        switch self {
        case .passing: 1
        case .throttled: 15
        case .permanent: 30
        }
    }

    /// Classifies an answer without a credential by its status and its error.
    package init(status: Int, _ error: CredentialError) {
        guard case .refused(let code, let message) = error else {
            self.init(status: status)
            return
        }
        // STS: "Request was denied due to user flow control", with codes that begin with Throttling.
        if code.hasPrefix("Throttling") || message.speaksOfFlowControl {
            self = .throttled
        } else {
            self = status == 200 ? .permanent : RefreshFailure(status: status)
        }
    }

    package init(status: Int) {
        switch status {
        case 429: self = .throttled
        // Redirects are never followed, so a person must act.
        case 300..<400, 400, 401, 403, 404, 405, 410: self = .permanent
        default: self = .passing
        }
    }

    /// Whether a retry makes sense sooner than after the other failure.
    package func milder(than other: RefreshFailure) -> Bool {
        delayFactor < other.delayFactor
    }
}

extension String {
    /// Compares words, because a substring search would link the engine of regular expressions, 2 MB.
    fileprivate var speaksOfFlowControl: Bool {
        let words = split(separator: " ")
        return zip(words, words.dropFirst()).contains { $0 == "flow" && $1.hasPrefix("control") }
    }
}
