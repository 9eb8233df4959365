/// The wait of `presign` for a rate; all times are nanoseconds of the boot clock.
package struct RatePause: Equatable, Sendable {
    /// With a slow rate, the 1,000 keys of one request may take this long.
    private static let longest: Int64 = 3_600_000_000_000

    /// When a rate was used up first since the last grant.
    package let since: Int64
    /// When to send the request again.
    package let end: Int64
    private let seconds: Int

    /// `nil`: the announced time is too long to wait.
    package init?(since: Int64?, now: Int64, retryAfter seconds: Int) {
        self.since = since ?? now
        self.seconds = min(max(seconds, 1), 86_400)
        end = now + Int64(self.seconds) * 1_000_000_000
        guard end - self.since <= RatePause.longest else { return nil }
    }

    package var note: String { "rate limited; resuming in \(seconds) s; --no-wait ends instead" }
}
