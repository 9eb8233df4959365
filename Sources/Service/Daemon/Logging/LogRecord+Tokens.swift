internal import Settings
internal import Time
internal import Tokens

// The token of a profile, from when it came to when it is gone.
extension LogRecord {
    /// Where a token waited for this process.
    enum TokenPlace: String {
        case systemd
        case cache = "the cache"
    }

    /// `again`: the server handed out the present token once more.
    static func tokenReceived(_ token: Credential, of profile: String, again: Bool) -> LogRecord {
        LogRecord(
            .info, of: profile,
            "\(again ? "the same token again" : "new token"), generation \(token.generation), "
                + "until \(token.shownExpiration)")
    }

    static func tokenRestored(
        profile: String, generation: Int, expiration: String, from place: TokenPlace
    ) -> LogRecord {
        LogRecord(
            .info, of: profile, "token from \(place.rawValue), generation \(generation), until \(expiration)")
    }

    static func tokenFollowed(profile: String, member: String, generation: Int) -> LogRecord {
        LogRecord(.info, of: profile, "signs with the token of \(member), generation \(generation)")
    }

    static func tokenKept(profile: String, end: Timestamp, offered: Timestamp) -> LogRecord {
        LogRecord(
            .info, of: profile,
            "the server's token ends at \(offered), before the present one, which signs until \(end) and stays; "
                + "'ossauthctl refresh \(profile)' takes the other")
    }

    static func tokenForgotten(profile: String) -> LogRecord {
        LogRecord(.notice, of: profile, "token forgotten, as the operator asked")
    }

    static func tokenExpired(profile: String, generation: Int) -> LogRecord {
        LogRecord(
            .notice, of: profile,
            "the token with generation \(generation) has ended, and there is no other")
    }

    static func outageNotSurvived(profile: String, figures: String) -> LogRecord {
        LogRecord(
            .warning, of: profile, catalogID: "27c2a7ff8c8541908f397280543649ed",
            "AvailabilityTarget=: \(figures)")
    }

    static func lifeTooShort(profile: String, life: Int64) -> LogRecord {
        let wanted = TimeSpan.text(of: .seconds(HandoutMargin.wanted))
        return LogRecord(
            .warning, of: profile,
            "tokens live \(TimeSpan.text(of: .seconds(life))), and some programs that are handed one fetch another "
                + "when less than \(wanted) (ossfs) or 15min (SDKs for Python and Java) are left: they will ask with "
                + "each use; tokens of \(TimeSpan.text(of: .seconds(2 * HandoutMargin.wanted))) would do")
    }
}
