package import Time
package import Tokens

extension Problem {
    /// What stands between a profile and a usable token.
    package struct Lack: Equatable {
        package var why: Why
        package var state: ProfileState
        package var lastError: String?
        package var retryAfter: Int

        package init(_ why: Why, state: ProfileState, lastError: String?, retryAfter: Int) {
            self.why = why
            self.state = state
            self.lastError = lastError
            self.retryAfter = retryAfter
        }
    }
}

extension Problem.Lack {
    /// Decided by the profile, which alone knows what of all this comes first.
    package enum Why: Equatable {
        case noneYet
        /// There was a key, which an operator let be forgotten.
        case forgotten
        case expired
        /// What was wanted did not come in time.
        case late
        /// There is a credential, which ends too soon for who asks; both are seconds.
        case tooShort(left: Int, wanted: Int)
        /// There is a key, but what should be signed with it elsewhere was not.
        case signatureFailed
        /// An operator wanted another credential, and waited so long for what is still under way.
        case renewalPending(Present?, after: Duration)
        /// The same, and the attempt is over.
        case renewalFailed(Present)
    }

    /// The credential that goes on signing while there is no other.
    package struct Present: Equatable {
        let profile: String
        /// `nil`: it has no end.
        let end: Timestamp?

        package init(of profile: String, until end: Timestamp?) {
            self.profile = profile
            self.end = end
        }
    }

    /// The present one goes on signing.
    var isOfRenewal: Bool {
        switch why {
        case .renewalFailed: true
        case .renewalPending(let present, _): present != nil
        default: false
        }
    }
}

extension Problem.Lack: CustomStringConvertible {
    package var description: String {
        switch why {
        case .renewalPending(let present, let wait):
            let pending =
                "no answer within \(TimeSpan.text(of: wait)); the attempt goes on, see 'ossauthctl status'"
            return present.map { "\(pending); \($0)" } ?? pending
        case .renewalFailed(let present): return "\(lastError ?? "none came"); \(present)"
        case .noneYet: return withError("this profile has received no credential yet")
        case .forgotten:
            return withError("the credential of this profile was forgotten, as the operator asked")
        case .expired: return withError("the credential of this profile has expired")
        case .late: return withError("no new credential came in time")
        case .tooShort(let left, let wanted):
            return withError(
                "the credential ends in \(TimeSpan.text(of: .seconds(left))), and none came that lives "
                    + "\(TimeSpan.text(of: .seconds(wanted))), as was asked for; ask for less")
        case .signatureFailed:
            return withError("the signature did not come from the server that makes it")
        }
    }

    private func withError(_ why: String) -> String {
        lastError.map { "\(why); the last attempt failed: \($0)" } ?? why
    }
}

extension Problem.Lack.Present: CustomStringConvertible {
    package var description: String {
        "the present token of \(profile) signs\(end.map { " until \($0)" } ?? "")"
    }
}
