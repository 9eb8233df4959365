import Time
import Tokens

@testable import Keeping

/// The state of the source of a profile.
extension Profile {
    private var token: RenewedToken {
        guard let token = source as? RenewedToken else { preconditionFailure("this profile renews no token") }
        return token
    }

    var schedule: RefreshSchedule {
        get { token.schedule }
        set { token.schedule = newValue }
    }

    var skew: ClockSkew {
        get { token.clock.skew }
        set { token.clock.skew = newValue }
    }

    var progress: FetchProgress { token.progress }

    func proceed() { token.proceed() }

    var failing: FailureStreak? { source.attempts.failure }

    var plannedAttempt: Instant? { source.attempts.next }

    var signer: RemoteSigner? { source as? RemoteSigner }

    /// The number of the last token of a chain that watchers know.
    var announced: Int? { (source as? Chain)?.announced }
}
