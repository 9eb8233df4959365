internal import Settings

// What the daemon keeps in files for itself, and the files that others read.
extension LogRecord {
    static func cacheSetAside(profile: String, reason: String, path: String) -> LogRecord {
        LogRecord(
            .warning, of: profile,
            "the cache file is of no use (\(reason)) and was set aside as \(path)")
    }

    static func cacheNotRead(profile: String, reason: String) -> LogRecord {
        LogRecord(.warning, of: profile, "the cache file is not read: \(reason)")
    }

    static func cacheNotWritten(profile: String, reason: String) -> LogRecord {
        LogRecord(
            .warning, of: profile,
            "the token was not cached, so a restart may sign with an older one or need another; "
                + "it is tried again every minute: \(reason)")
    }

    static func tokenLeftBehind(profile: String, reason: String) -> LogRecord {
        LogRecord(
            .warning, of: profile,
            "the token that was forgotten is still kept for the next start; it is tried again every minute: \(reason)"
        )
    }

    static func cacheNotUsable(reason: String) -> LogRecord {
        LogRecord(.warning, "tokens are not cached: \(reason)")
    }

    static func plainTokenRemoved(path: String) -> LogRecord {
        LogRecord(
            .notice,
            "\(path) was set aside before there was a CacheKey= and is removed, because it is not sealed")
    }

    static func compatKeyNotKept(reason: String) -> LogRecord {
        LogRecord(.warning, "the paths of the compat listener change with the next start: \(reason)")
    }

    static func sinkWritten(sink: String, generation: Int) -> LogRecord {
        LogRecord(.info, "the file of sink \(sink) has generation \(generation) now")
    }

    static func sinkNotWritten(sink: String, reason: String) -> LogRecord {
        LogRecord(.warning, "the file of sink \(sink) is not kept fresh: \(reason)")
    }

    static func sinkMarginBroken(sink: String, margin: String, life: String) -> LogRecord {
        LogRecord(
            .warning,
            "readers of sink \(sink) want another token when less than \(margin) is left, which tokens of \(life) "
                + "cannot give them: the file is replaced after half of that life")
    }

    static func sinkNoticeFailed(sink: String, reason: String) -> LogRecord {
        LogRecord(.warning, "the readers of sink \(sink) were not told: \(reason)")
    }
}
