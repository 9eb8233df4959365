internal import Exchange
internal import Settings
internal import Time
internal import Tokens

/// Everything that the daemon has to say to its operator.
///
/// No case has room for a secret or for a client's bytes.
enum LogRecord {
    /// Where a token waited for this process.
    enum TokenPlace: String {
        case systemd
        case cache = "the cache"
    }

    case started(version: String, profiles: Int)
    case startedAfterCrash
    case stopping
    case configurationKept(problems: [String])
    case configurationLoaded(profiles: Int)
    case stranger(problem: String)
    case restartNeeded(keys: [String])
    case tokenReceived(profile: String, generation: Int, expiration: String)
    case tokenRestored(profile: String, generation: Int, expiration: String, from: TokenPlace)
    case tokenFollowed(profile: String, member: String, generation: Int)
    case tokenForgotten(profile: String)
    case tokenKept(profile: String, end: Timestamp, offered: Timestamp)
    case tokenExpired(profile: String, generation: Int)
    case clockStepped
    /// By so many seconds the servers of this profile are ahead of this host.
    case clockMoved(profile: String, ahead: Int64)
    case outageNotSurvived(profile: String, figures: String)
    case fetchFailed(profile: String, reason: String, failures: Int, retrySeconds: Int)
    case cacheSetAside(profile: String, reason: String, path: String)
    case cacheNotRead(profile: String, reason: String)
    case cacheNotWritten(profile: String, reason: String)
    case compatKeyNotKept(reason: String)
    case lifeTooShort(profile: String, life: Int64)
    case signatureFailed(profile: String, reason: String, failures: Int)
    case cacheNotSealed(reason: String)
    case plainTokenRemoved(path: String)
    case sinkWritten(sink: String, generation: Int)
    case sinkNotWritten(sink: String, reason: String)
    case sinkMarginBroken(sink: String, margin: String, life: String)
    case sinkNoticeFailed(sink: String, reason: String)
    case connectionsFull(limit: Int, times: Int)
    case descriptorsUsedUp(times: Int)
    case exchanged(
        profile: String, place: String, answer: ExchangeAnswer?, milliseconds: Int, outcome: String)
    /// The journal, or who reads standard error, did not take them.
    case recordsLost(count: Int)
    case unexpected(String)
}

extension LogRecord {
    var level: LogLevel {
        switch self {
        case .started, .stopping, .configurationLoaded, .tokenReceived, .tokenRestored, .tokenFollowed,
            .tokenKept, .sinkWritten:
            .info
        case .tokenForgotten, .tokenExpired, .clockStepped, .plainTokenRemoved: .notice
        case .fetchFailed, .outageNotSurvived, .cacheSetAside, .cacheNotRead, .cacheNotWritten,
            .cacheNotSealed,
            .signatureFailed, .connectionsFull, .startedAfterCrash, .sinkNotWritten, .sinkMarginBroken,
            .sinkNoticeFailed, .lifeTooShort, .compatKeyNotKept, .stranger, .clockMoved, .restartNeeded,
            .recordsLost:
            .warning
        case .configurationKept, .descriptorsUsedUp, .unexpected: .error
        case .exchanged: .debug
        }
    }

    var message: String {
        switch self {
        case .started(let version, let profiles): "ossauthd \(version) answers, \(count(profiles))"
        case .startedAfterCrash:
            "the process before this one did not end by itself: it was killed, or it crashed"
        case .stopping: "stopping"
        case .configurationKept(let problems):
            "the new configuration is not used, the old one stays: \(problems.joined(separator: "; "))"
        case .configurationLoaded(let profiles): "configuration read again, \(count(profiles))"
        case .stranger(let problem): "\(problem); mend it, or reload when the host knows the name"
        case .restartNeeded(let keys):
            "\(keys.joined(separator: ", ")): what changed there counts from the next restart on"
        case .tokenReceived(_, let generation, let expiration):
            "new token, generation \(generation), until \(expiration)"
        case .tokenRestored(_, let generation, let expiration, let place):
            "token from \(place.rawValue), generation \(generation), until \(expiration)"
        case .tokenFollowed(_, let member, let generation):
            "signs with the token of \(member), generation \(generation)"
        case .outageNotSurvived(_, let figures): "AvailabilityTarget=: \(figures)"
        case .clockStepped: "the wall clock was set; what depends on it is planned anew"
        case .clockMoved(_, let ahead): LogRecord.clockMoved(ahead)
        case .tokenExpired(_, let generation):
            "the token with generation \(generation) has ended, and there is no other"
        case .tokenKept(let profile, let end, let offered):
            "the server's token ends at \(offered), before the present one, which signs until \(end) and stays; "
                + "'ossauthctl refresh \(profile)' takes the other"
        case .tokenForgotten: "token forgotten, as the operator asked"
        case .fetchFailed(_, let reason, let failures, let seconds):
            "no new token: \(reason); failure \(failures) in a row, next attempt \(LogRecord.shown(seconds))"
        case .cacheSetAside(_, let reason, let path):
            "the cache file is of no use (\(reason)) and was set aside as \(path)"
        case .cacheNotRead(_, let reason): "the cache file is not read: \(reason)"
        case .cacheNotWritten(_, let reason):
            "the token was not cached, so a restart may need another; mend this, the next one is tried again: \(reason)"
        case .compatKeyNotKept(let reason):
            "the paths of the compat listener change with the next start: \(reason)"
        case .lifeTooShort(_, let life):
            "tokens live \(TimeSpan.text(of: .seconds(life))), and some programs that are handed one fetch another when less than "
                + "\(TimeSpan.text(of: .seconds(HandoutMargin.wanted))) (ossfs) or 15min (SDKs for Python and Java) are left: "
                + "they will ask with each use; tokens of \(TimeSpan.text(of: .seconds(2 * HandoutMargin.wanted))) would do"
        case .signatureFailed(_, let reason, let failures):
            "no signature: \(reason); failure \(failures) in a row"
        case .cacheNotSealed(let reason):
            "tokens are not cached while their key is missing: \(reason)"
        case .plainTokenRemoved(let path):
            "\(path) was set aside before there was a CacheKey= and is removed, because it is not sealed"
        case .sinkWritten(let sink, let generation):
            "the file of sink \(sink) has generation \(generation) now"
        case .sinkNotWritten(let sink, let reason): "the file of sink \(sink) is not kept fresh: \(reason)"
        case .sinkMarginBroken(let sink, let margin, let life):
            "readers of sink \(sink) want another token when less than \(margin) is left, which tokens of \(life) "
                + "cannot give them: the file is replaced after half of that life"
        case .sinkNoticeFailed(let sink, let reason): "the readers of sink \(sink) were not told: \(reason)"
        case .connectionsFull(let limit, let times):
            "no more than \(limit) connections, MaxConnections= says; further clients wait\(clause(times))"
        case .descriptorsUsedUp(let times):
            "no descriptors are left for further connections\(clause(times))"
        case .exchanged(_, let place, let answer, let milliseconds, let outcome):
            "\(place): \(LogRecord.shown(answer)) after \(milliseconds)ms: \(outcome)"
        case .recordsLost(let count):
            "what should stand here nobody read in time, lines left out: \(count)"
        case .unexpected(let what): what
        }
    }

    var profile: String? {
        switch self {
        case .tokenReceived(let profile, _, _), .tokenRestored(let profile, _, _, _),
            .tokenForgotten(let profile), .outageNotSurvived(let profile, _),
            .fetchFailed(let profile, _, _, _), .cacheSetAside(let profile, _, _),
            .cacheNotRead(let profile, _),
            .cacheNotWritten(let profile, _), .signatureFailed(let profile, _, _),
            .tokenFollowed(let profile, _, _), .tokenExpired(let profile, _), .lifeTooShort(let profile, _),
            .clockMoved(let profile, _), .tokenKept(let profile, _, _), .exchanged(let profile, _, _, _, _):
            profile
        default: nil
        }
    }

    /// Of the page in the message catalog that says what to do.
    var catalogID: String? {
        guard case .outageNotSurvived = self else { return nil }
        return "27c2a7ff8c8541908f397280543649ed"
    }

    private static func clockMoved(_ ahead: Int64) -> String {
        guard ahead != 0 else { return "the server's clock and this host's agree again; signs by both" }
        return
            "signs from now on by the clock of the server that answered, \(TimeSpan.text(of: .seconds(abs(ahead)))) "
            + "\(ahead > 0 ? "ahead of" : "behind") this host's: one of the two is wrong, and OSS refuses what is 15min off; "
            + "compare 'date -u' here with the Date of the server, or of a proxy before it"
    }

    private static func shown(_ answer: ExchangeAnswer?) -> String {
        answer.map { "status \($0.status), \($0.body.count) bytes" } ?? "no answer"
    }

    private static func shown(_ seconds: Int) -> String {
        seconds > 0 ? "in \(TimeSpan.text(of: .seconds(seconds)))" : "within a second"
    }

    private func count(_ profiles: Int) -> String {
        profiles == 1 ? "1 profile" : "\(profiles) profiles"
    }

    private func clause(_ times: Int) -> String {
        times > 1 ? "; it came to that \(times) times since this was last said" : ""
    }
}
