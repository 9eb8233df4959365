internal import Exchange
internal import Settings
internal import Time

// What the servers of a profile answered, or did not.
extension LogRecord {
    static func fetchFailed(profile: String, reason: String, failures: Int, retrySeconds: Int) -> LogRecord {
        LogRecord(
            .warning, of: profile,
            "no new token: \(reason); failure \(failures) in a row, next attempt \(shown(retrySeconds))")
    }

    static func signatureFailed(profile: String, reason: String, failures: Int) -> LogRecord {
        LogRecord(.warning, of: profile, "no signature: \(reason); failure \(failures) in a row")
    }

    /// By so many seconds the servers of this profile are ahead of this host.
    static func clockMoved(profile: String, ahead: Int64) -> LogRecord {
        guard ahead != 0 else {
            return LogRecord(
                .warning, of: profile, "the server's clock and this host's agree again; signs by both")
        }
        let side = ahead > 0 ? "ahead of" : "behind"
        return LogRecord(
            .warning, of: profile,
            "signs from now on by the clock of the server that answered, "
                + "\(TimeSpan.text(of: .seconds(abs(ahead)))) \(side) this host's: one of the two is wrong, and OSS "
                + "refuses what is 15min off; compare 'date -u' here with the Date of the server, or of a proxy "
                + "before it")
    }

    static func exchanged(
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
