internal import Settings

// The process itself, and what it meets at its sockets.
extension LogRecord {
    static func started(version: String, profiles: Int) -> LogRecord {
        LogRecord(.info, "ossauthd \(version) answers, \(count(profiles))")
    }

    static var startedAfterCrash: LogRecord {
        LogRecord(
            .warning, "the process before this one did not end by itself: it was killed, or it crashed")
    }

    static var stopping: LogRecord { LogRecord(.info, "stopping") }

    static var clockStepped: LogRecord {
        LogRecord(.notice, "the wall clock was set; what depends on it is planned anew")
    }

    static func connectionsFull(limit: Int, times: Int) -> LogRecord {
        LogRecord(
            .warning,
            "no more than \(limit) connections, MaxConnections= says; further clients wait\(clause(times))")
    }

    static func descriptorsUsedUp(times: Int) -> LogRecord {
        LogRecord(.error, "no descriptors are left for further connections\(clause(times))")
    }

    /// The journal, or who reads standard error, did not take them.
    static func recordsLost(count: Int) -> LogRecord {
        LogRecord(.warning, "what should stand here nobody read in time, lines left out: \(count)")
    }

    static func unexpected(_ what: String) -> LogRecord { LogRecord(.error, what) }

    static func count(_ profiles: Int) -> String {
        profiles == 1 ? "1 profile" : "\(profiles) profiles"
    }

    private static func clause(_ times: Int) -> String {
        times > 1 ? "; it came to that \(times) times since this was last said" : ""
    }
}
