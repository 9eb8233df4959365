package import Time

/// Who has used how much of a rate.
///
/// Each may have a burst at once, and then as it grows back. What comes in one piece is not cut: it may go below
/// nothing, and the wait for the next is as much longer.
package struct Meter<Key: Hashable> {
    /// When all that was used will have grown back.
    private var fullAt: [Key: Instant] = [:]
    private var limit = 1_024

    package init() {}

    /// How long until there is something again; the burst is the rate itself unless another is given.
    package func wait(of key: Key, for rate: Rate, burst: Int? = nil, at now: Instant) -> Duration {
        guard let full = fullAt[key] else { return .zero }
        let room = rate.time(for: (burst ?? rate.count) - 1)
        return max(.zero, full - now - room)
    }

    package mutating func take(_ count: Int, of key: Key, for rate: Rate, at now: Instant) {
        fullAt[key] = max(fullAt[key] ?? now, now) + rate.time(for: count)
        if fullAt.count > limit { forgetFull(at: now) }
    }

    /// Who has all that he may have is as good as unknown.
    private mutating func forgetFull(at now: Instant) {
        fullAt = fullAt.filter { $0.value > now }
        limit = max(1_024, 2 * fullAt.count)
    }
}

extension Rate {
    /// In which time so much grows back.
    fileprivate func time(for count: Int) -> Duration {
        interval * count / self.count
    }
}
