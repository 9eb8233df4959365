internal import Settings

// What came of reading the configuration again.
extension LogRecord {
    static func configurationLoaded(profiles: Int) -> LogRecord {
        LogRecord(.info, "configuration read again, \(count(profiles))")
    }

    static func configurationKept(problems: [String]) -> LogRecord {
        LogRecord(
            .error,
            "the new configuration is not used, the old one stays: \(problems.joined(separator: "; "))")
    }

    static func keysWithoutEffect(_ keys: [String]) -> LogRecord {
        let names = keys.map { "\($0)=" }.joined(separator: ", ")
        return LogRecord(
            .notice,
            keys.count == 1
                ? "\(names) changes nothing: systemd makes that socket"
                : "\(names) change nothing: systemd makes these sockets")
    }

    static func restartNeeded(keys: [String]) -> LogRecord {
        LogRecord(
            .warning,
            "\(keys.joined(separator: ", ")): what changed there counts from the next restart on")
    }

    static func stranger(problem: String) -> LogRecord {
        LogRecord(.warning, "\(problem); mend it, or reload when the host knows the name")
    }
}
