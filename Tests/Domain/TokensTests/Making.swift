import Bytes
import Time
import Tokens

/// A moment at which both clocks are far from their limits.
let start = Moment(
    wall: Timestamp(secondsSince1970: 1_700_000_000), boot: Instant(nanosecondsSinceBoot: 1_000_000_000_000))

extension Moment {
    func later(by delay: Duration) -> Moment {
        Moment(wall: wall + delay.wholeSeconds, boot: boot + delay)
    }
}

/// The parts of a credential, all plausible.
struct Parts {
    var keyID = "STS.key"
    var secret = "secret"
    var token = "token"
    /// `nil`: it does not end.
    var life: Int64? = 3_600

    func received(at now: Moment = start) throws(CredentialError) -> ReceivedCredential {
        try ReceivedCredential(
            keyID: keyID.utf8Span.span, secret: secret.utf8Span.span, securityToken: token.utf8Span.span,
            expiration: life.map { now.wall + $0 })
    }

    func credential(generation: Int = 1, at now: Moment = start) throws(CredentialError) -> Credential {
        Credential(try received(at: now), generation: generation, fetchedAt: now.wall)
    }
}

extension Secret {
    var string: String { withBytes { String(copying: $0) } }
}

extension RefreshSchedule {
    /// A schedule in the steady state: it had a token before.
    static func settled(_ policy: RefreshPolicy = RefreshPolicy()) throws -> RefreshSchedule {
        var schedule = RefreshSchedule(policy: policy)
        schedule.received(try Parts().credential(), at: start, random: 0)
        return schedule
    }

    func delay(after now: Moment) -> Duration? { nextAttempt.map { $0 - now.boot } }
}
