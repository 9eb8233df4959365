package import Callers
package import Exchange
package import Kernel
internal import Sections
package import Time
package import Tokens

/// One line for the operator.
///
/// The extensions below hold every message, by subject; none of them takes a secret or bytes of a client.
package struct LogRecord {
    let level: LogLevel
    /// The message without the name of the profile, which the log puts before it.
    package let message: String
    let profile: String?
    /// The entry of the message catalog that says what to do.
    let catalogID: String?

    init(_ level: LogLevel, of profile: String? = nil, catalogID: String? = nil, _ message: String) {
        self.level = level
        self.message = message
        self.profile = profile
        self.catalogID = catalogID
    }
}

// The process and its sockets.
extension LogRecord {
    package static func started(version: String, profiles: Int) -> LogRecord {
        LogRecord(.info, "ossauthd \(version) answers, \(count(profiles))")
    }

    package static func worksWithout(_ gaps: [KernelGap]) -> LogRecord {
        LogRecord(.info, "the daemon works without \(gaps.map(\.description).joined(separator: ", "))")
    }

    package static var startedAfterCrash: LogRecord {
        LogRecord(
            .warning,
            "the process before this one did not end by itself: it was killed or it crashed; of the audit, a second "
                + "of gathered records and a minute of numbers may be missing")
    }

    package static var stopping: LogRecord { LogRecord(.info, "stopping") }

    package static var clockStepped: LogRecord {
        LogRecord(.notice, "the wall clock was set; renewals are planned again")
    }

    /// `busiest`: the user with the most connections.
    package static func connectionsFull(
        limit: Int, busiest: (user: UInt32, count: Int)?, times: Int
    ) -> LogRecord {
        LogRecord(
            .warning,
            "MaxConnections=\(limit) is reached\(shown(busiest)); each new client takes the place of the one that "
                + "has been silent longest, of the user with the most connections\(clause(times))")
    }

    package static func connectionsWithoutRuleFull(limit: Int, times: Int) -> LogRecord {
        LogRecord(
            .warning,
            "callers that no rule names have \(limit) connections, which is all that they may have together"
                + clause(times))
    }

    package static func descriptorsUsedUp(
        limit: Int, connections: Int, busiest: (user: UInt32, count: Int)?, times: Int
    ) -> LogRecord {
        LogRecord(
            .error,
            "no descriptors are left for further connections: LimitNOFILE= allows \(limit), and clients have "
                + "\(connections)\(shown(busiest))\(clause(times))")
    }

    private static func shown(_ busiest: (user: UInt32, count: Int)?) -> String {
        busiest.map { ", user \($0.user) the most (\($0.count))" } ?? ""
    }

    package static func unitsUnknownOverTCP(_ obstacle: PlaceObstacle, in rules: [String]) -> LogRecord {
        let names = rules.map { "[Access \($0)]" }.joined(separator: " ")
        return LogRecord(
            .warning, "unit: and slice: in \(names) do not match callers over TCP: \(obstacle.reason)")
    }

    package static func recordsLost(count: Int) -> LogRecord {
        LogRecord(.warning, "\(count) log lines were dropped because the journal did not accept them in time")
    }

    package static func unexpected(_ what: String) -> LogRecord { LogRecord(.error, what) }

    private static func count(_ profiles: Int) -> String {
        profiles == 1 ? "1 profile" : "\(profiles) profiles"
    }

    private static func clause(_ times: Int) -> String {
        times > 1 ? "; this happened \(times) times since the last such line" : ""
    }
}

// Reloads of the configuration.
extension LogRecord {
    package static func configurationLoaded(profiles: Int) -> LogRecord {
        LogRecord(.info, "configuration read again, \(count(profiles))")
    }

    package static func configurationKept(problems: [String]) -> LogRecord {
        LogRecord(
            .error,
            "the new configuration was rejected, the old one stays in use: \(problems.joined(separator: "; "))"
        )
    }

    package static func keysWithoutEffect(_ keys: [String]) -> LogRecord {
        let names = keys.map { "\($0)=" }.joined(separator: ", ")
        return LogRecord(
            .notice,
            keys.count == 1
                ? "\(names) changes nothing: systemd makes that socket"
                : "\(names) change nothing: systemd makes these sockets")
    }

    package static func restartNeeded(keys: [String]) -> LogRecord {
        LogRecord(
            .warning,
            "\(keys.joined(separator: ", ")): the change takes effect at the next restart")
    }

    package static func unknownName(problem: String) -> LogRecord {
        LogRecord(.warning, "\(problem); correct it, or reload when the host knows the name")
    }
}

// The token of a profile.
extension LogRecord {
    /// The place where the previous process left a token.
    package enum TokenPlace: String {
        case systemd
        case cache = "the cache"
    }

    /// `again`: the server handed out the present token once more.
    package static func tokenReceived(_ token: Credential, of profile: String, again: Bool) -> LogRecord {
        LogRecord(
            .info, of: profile,
            "\(again ? "the same token again" : "new token"), generation \(token.generation), "
                + "until \(token.shownExpiration)")
    }

    package static func tokenRestored(
        profile: String, generation: Int, expiration: String, from place: TokenPlace
    ) -> LogRecord {
        LogRecord(
            .info, of: profile, "token from \(place.rawValue), generation \(generation), until \(expiration)")
    }

    package static func tokenFollowed(profile: String, member: String, generation: Int) -> LogRecord {
        LogRecord(.info, of: profile, "signs with the token of \(member), generation \(generation)")
    }

    package static func tokenKept(profile: String, end: Timestamp, offered: Timestamp) -> LogRecord {
        LogRecord(
            .info, of: profile,
            "the server's token ends at \(offered), before the present one, which signs until \(end) and stays; "
                + "'ossauthctl refresh \(profile)' takes the other")
    }

    package static func tokenForgotten(profile: String) -> LogRecord {
        LogRecord(.notice, of: profile, "token forgotten, as the operator asked")
    }

    package static func tokenDropped(profile: String) -> LogRecord {
        LogRecord(
            .warning, of: profile,
            "the reload dropped the token, because the configuration asks for another one now; nothing signs until the "
                + "source has answered")
    }

    package static func tokenOfFormerSource(profile: String) -> LogRecord {
        LogRecord(
            .notice, of: profile, "signs with the token of the former source until the new one has answered")
    }

    package static func tokenExpired(profile: String, generation: Int) -> LogRecord {
        LogRecord(
            .notice, of: profile,
            "token generation \(generation) expired without a successor")
    }

    package static func lifeTooShort(profile: String, life: Int64) -> LogRecord {
        let wanted = TimeSpan.text(of: .seconds(HandoutMargin.wanted))
        return LogRecord(
            .warning, of: profile,
            "tokens live \(TimeSpan.text(of: .seconds(life))), and some programs that are handed one fetch another "
                + "when less than \(wanted) (ossfs) or 15min (SDKs for Python and Java) are left: they will ask with "
                + "each use; tokens of \(TimeSpan.text(of: .seconds(2 * HandoutMargin.wanted))) would do")
    }
}

// The servers of a profile.
extension LogRecord {
    package static func fetchFailed(profile: String, reason: String, failures: Int, retrySeconds: Int)
        -> LogRecord
    {
        LogRecord(
            .warning, of: profile,
            "no new token: \(reason); failure \(failures) in a row, next attempt \(shown(retrySeconds))")
    }

    package static func signatureFailed(profile: String, reason: String, failures: Int) -> LogRecord {
        LogRecord(.warning, of: profile, "no signature: \(reason); failure \(failures) in a row")
    }

    /// `ahead`: the seconds by which the servers of this profile are ahead of this host.
    package static func clockMoved(profile: String, ahead: Int64) -> LogRecord {
        guard ahead != 0 else {
            return LogRecord(
                .warning, of: profile, "the clocks agree again; signing by the local clock")
        }
        let side = ahead > 0 ? "ahead of" : "behind"
        return LogRecord(
            .warning, of: profile,
            "signs from now on by the clock of the server that answered, "
                + "\(TimeSpan.text(of: .seconds(abs(ahead)))) \(side) this host's: one of the two is wrong, and OSS "
                + "refuses signatures that are 15min off; compare 'date -u' here with the Date of the server, or of a proxy "
                + "before it")
    }

    package static func exchanged(
        profile: String, place: String, answer: ExchangeAnswer?, milliseconds: Int, outcome: String
    ) -> LogRecord {
        LogRecord(.debug, of: profile, "\(place): \(shown(answer)) after \(milliseconds)ms: \(outcome)")
    }

    private static func shown(_ answer: ExchangeAnswer?) -> String {
        answer.map { "status \($0.status), \($0.body.count) bytes" } ?? "no answer"
    }

    private static func shown(_ seconds: Int) -> String {
        seconds > 0 ? "in \(TimeSpan.text(of: .seconds(seconds)))" : "within a second"
    }
}

// The cache, and the files of sinks.
extension LogRecord {
    package static func cacheSetAside(profile: String, reason: String, path: String) -> LogRecord {
        LogRecord(
            .warning, of: profile,
            "the cache file cannot be used (\(reason)) and was set aside as \(path)")
    }

    package static func cacheNotRead(profile: String, reason: String) -> LogRecord {
        LogRecord(.warning, of: profile, "the cache file is not read: \(reason)")
    }

    package static func cacheNotWritten(profile: String, reason: String) -> LogRecord {
        LogRecord(
            .warning, of: profile,
            "the token was not cached, so a restart may sign with an older one or need another; "
                + "the daemon retries every minute: \(reason)")
    }

    package static func tokenLeftBehind(profile: String, reason: String) -> LogRecord {
        LogRecord(
            .warning, of: profile,
            "the forgotten token is still in the cache for the next start; the daemon retries every minute: \(reason)"
        )
    }

    package static func scopedTokensLeftBehind(profile: String, reason: String) -> LogRecord {
        LogRecord(
            .warning, of: profile,
            "old scoped tokens may still be in the cache for the next start; the daemon retries every minute: \(reason)"
        )
    }

    package static func cacheNotUsable(reason: String) -> LogRecord {
        LogRecord(.warning, "tokens are not cached: \(reason)")
    }

    package static func plainTokenRemoved(path: String) -> LogRecord {
        LogRecord(
            .notice,
            "\(path) was set aside before there was a CacheKey= and is removed, because it is not sealed")
    }

    package static func compatKeyNotKept(reason: String) -> LogRecord {
        LogRecord(.warning, "the paths of the compat listener change with the next start: \(reason)")
    }

    package static func sinkWritten(sink: String, generation: Int) -> LogRecord {
        LogRecord(.info, "the file of sink \(sink) has generation \(generation) now")
    }

    package static func sinkNotWritten(sink: String, reason: String) -> LogRecord {
        LogRecord(.warning, "the file of sink \(sink) is not kept fresh: \(reason)")
    }

    package static func sinkMarginBroken(sink: String, margin: String, life: String) -> LogRecord {
        LogRecord(
            .warning,
            "readers of sink \(sink) want another token when less than \(margin) is left, which tokens of \(life) "
                + "cannot give them: the file is replaced after half of that life")
    }
}

extension Credential {
    package var shownExpiration: String { expiration.map(\.description) ?? "revoked" }
}
