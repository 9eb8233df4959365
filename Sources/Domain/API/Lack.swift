package import Time
package import Tokens

extension Problem {
    /// The reason why a profile has no usable token.
    package struct Lack: Equatable {
        package var why: Why
        package var state: ProfileState
        package var lastError: String?
        package var retryAfter: Int
        /// The profile, its consecutive failures, and the seconds until the next attempt if one is planned.
        package var profile: String
        package var failures: Int
        package var nextAttempt: Int?

        package init(
            _ why: Why, of profile: String, state: ProfileState, lastError: String?, failures: Int = 0,
            nextAttempt: Int? = nil, retryAfter: Int
        ) {
            self.why = why
            self.profile = profile
            self.state = state
            self.lastError = lastError
            self.failures = failures
            self.nextAttempt = nextAttempt
            self.retryAfter = retryAfter
        }
    }
}

extension Problem.Lack {
    /// Decided by the profile, which knows the reason that takes precedence.
    package enum Why: Equatable {
        case noneYet
        /// There is no credential, and only an administrator can set one.
        case notSet
        /// An administrator deleted the credential; the time since then.
        case forgotten(ago: Duration)
        /// A reload dropped the credential, because the configuration asks for another one now; the time since then.
        case dropped(ago: Duration)
        case expired
        /// No new credential arrived in time.
        case late
        /// The credential expires sooner than the caller needs; both values are seconds.
        case tooShort(left: Int, wanted: Int)
        /// There is a credential, but its remote signer returned no signature.
        case signatureFailed
        /// An administrator requested a refresh and stopped waiting for it; the attempt continues.
        case renewalPending(Present?, after: Duration)
        /// The same, and the attempt failed.
        case renewalFailed(Present)
    }

    /// The credential that still signs until there is a new one.
    package struct Present: Equatable {
        let profile: String
        /// `nil`: it does not expire.
        let end: Timestamp?

        package init(of profile: String, until end: Timestamp?) {
            self.profile = profile
            self.end = end
        }
    }

    /// Whether a refresh failed while the present credential still signs.
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
        case .noneYet: return withError("profile \(profile) has received no credential yet")
        case .notSet:
            return
                "profile \(profile) has no usable credential: it has Source=manual, which is never refreshed; "
                + "set one with 'ossauthctl credentials set \(profile)'"
        case .forgotten(let time):
            return withError(
                "the token of profile \(profile) was forgotten \(TimeSpan.text(of: time)) ago, as the operator asked",
                "; the fetch of another one fails: ")
        case .dropped(let time):
            return withError(
                "profile \(profile) lost its token at the reload \(TimeSpan.text(of: time)) ago, because the configuration "
                    + "asks for another one now", "; its fetch fails: ")
        case .expired: return withError("the credential of profile \(profile) has expired")
        case .late: return withError("no new credential for profile \(profile) came in time")
        case .tooShort(let left, let wanted):
            return withError(
                "the credential of profile \(profile) ends in \(TimeSpan.text(of: .seconds(left))), and no token with "
                    + "\(TimeSpan.text(of: .seconds(wanted))) left arrived; request a shorter minValid")
        case .signatureFailed:
            return withError("the server that signs for profile \(profile) returned no signature")
        }
    }

    private func withError(_ why: String, _ joint: String = ": ") -> String {
        guard let lastError else { return why }
        let notes = [
            failures > 1 ? "\(failures) failures" : nil,
            nextAttempt.map { "next attempt in \(TimeSpan.text(of: .seconds($0)))" },
        ].compactMap(\.self)
        return why + joint + lastError + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
    }
}

extension Problem.Lack.Present: CustomStringConvertible {
    package var description: String {
        "the present token of \(profile) signs\(end.map { " until \($0)" } ?? "")"
    }
}
