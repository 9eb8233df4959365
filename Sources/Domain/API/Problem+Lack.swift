package import Time
package import Tokens

extension Problem {
    /// What stands between a profile and a usable token.
    package struct Lack: Equatable {
        package var state: ProfileState
        package var lastError: String?
        package var retryAfter: Int
        /// There is a key, but what should be signed with it elsewhere was not.
        package var isOfSignature = false
        /// There was a key, which an operator let be forgotten.
        package var isForgotten = false
        /// What was wanted is another credential.
        package var renewal: Renewal?
        /// There is a credential, which ends too soon for who asks.
        package var shortfall: Shortfall?

        package init(state: ProfileState, lastError: String?, retryAfter: Int) {
            self.state = state
            self.lastError = lastError
            self.retryAfter = retryAfter
        }
    }

    /// Another credential that an operator wanted, and did not get.
    package struct Renewal: Equatable {
        let profile: String
        /// When the present one ends; `nil` where there is none, or it has no end.
        let end: Timestamp?
        /// How long he waited for what is still under way.
        let wait: Duration?

        package init(of profile: String, until end: Timestamp?, waited wait: Duration?) {
            self.profile = profile
            self.end = end
            self.wait = wait
        }
    }

    /// How many seconds a credential has left, and how many it would need.
    package struct Shortfall: Equatable {
        let left: Int
        let wanted: Int

        package init(left: Int, wanted: Int) {
            self.left = left
            self.wanted = wanted
        }
    }
}

extension Problem.Lack {
    /// The present one goes on signing.
    var isOfRenewal: Bool { renewal != nil && state.canSign }
}

extension Problem.Lack: CustomStringConvertible {
    package var description: String {
        if let renewal, let outcome = outcome(of: renewal) { return outcome }
        let why =
            switch state {
            case _ where isOfSignature: "the signature did not come from the server that makes it"
            case .never where isForgotten:
                "the credential of this profile was forgotten, as the operator asked"
            case .never: "this profile has received no credential yet"
            case .expired: "the credential of this profile has expired"
            default: shortfall?.description ?? "no new credential came in time"
            }
        return lastError.map { "\(why); the last attempt failed: \($0)" } ?? why
    }
}

extension Problem.Lack {
    private func outcome(of renewal: Problem.Renewal) -> String? {
        let pending = renewal.wait.map {
            "no answer within \(TimeSpan.text(of: $0)); the attempt goes on, see 'ossauthctl status'"
        }
        guard isOfRenewal else { return pending }
        let end = renewal.end.map { " until \($0)" } ?? ""
        return "\(pending ?? lastError ?? "none came"); the present token of \(renewal.profile) signs\(end)"
    }
}

extension Problem.Shortfall: CustomStringConvertible {
    package var description: String {
        "the credential ends in \(TimeSpan.text(of: .seconds(left))), and none came that lives "
            + "\(TimeSpan.text(of: .seconds(wanted))), as was asked for; ask for less"
    }
}
