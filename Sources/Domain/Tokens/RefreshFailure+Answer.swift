extension RefreshFailure {
    /// What an answer that brought no credential means for the next attempt, by its status and by what it says.
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
        // A redirect is never followed, so only a person can help.
        case 300..<400, 400, 401, 403, 404, 405, 410: self = .permanent
        default: self = .passing
        }
    }

    /// Of two failures the one after which it makes sense to ask again sooner.
    package func milder(than other: RefreshFailure) -> Bool {
        slowness < other.slowness
    }
}

extension String {
    /// Word by word, because to search a string for another one links the engine of regular expressions: 2 MB.
    fileprivate var speaksOfFlowControl: Bool {
        let words = split(separator: " ")
        return zip(words, words.dropFirst()).contains { $0 == "flow" && $1.hasPrefix("control") }
    }
}
