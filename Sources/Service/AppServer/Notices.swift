internal import Records
internal import Time

/// Limits the lines of the log to one a minute for each subject and kind, since clients can cause them at will.
struct Notices {
    private struct Key: Hashable {
        let subject: String
        let kind: String
    }

    /// Beyond these, all further subjects share one line for each kind.
    private static let limit = 1_024
    private static let pause = Duration.seconds(60)

    private var repetitions: [Key: Repetition] = [:]
    private var clearedAt: Instant?

    /// Counts one occurrence; returns the number since the last line, or `nil` if no line is due.
    mutating func times(_ kind: String, of subject: String, at now: Instant) -> Int? {
        var key = Key(subject: subject, kind: kind)
        if repetitions[key] == nil, repetitions.count >= Notices.limit {
            if clearedAt.map({ $0 + Notices.pause <= now }) ?? true {
                repetitions = [:]
                clearedAt = now
            } else {
                key = Key(subject: "", kind: kind)
            }
        }
        return repetitions[key, default: Repetition()].happened(at: now)
    }
}
