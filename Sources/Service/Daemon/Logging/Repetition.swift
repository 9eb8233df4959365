internal import Time

/// What may happen at any moment, and that others can provoke, is said now and then, with how often it happened.
struct Repetition {
    private static let pause = Duration.seconds(60)

    private var count = 0
    private var silentUntil: Instant?

    /// It happened: how often since it was last said, or `nil` when that was not long ago.
    mutating func happened(at now: Instant) -> Int? {
        count += 1
        guard silentUntil.map({ $0 <= now }) ?? true else { return nil }
        silentUntil = now + Repetition.pause
        defer { count = 0 }
        return count
    }
}
