internal import Time

/// The operator's settings for the next fetch.
package struct RefreshPolicy: Equatable, Sendable {
    package enum Moment: Equatable, Sendable {
        /// A part of the life of the token, in thousandths.
        case permilleOfLife(Int)
        case beforeEnd(Duration)
    }

    package var refreshAt = Moment.permilleOfLife(500)
    /// The random part of the delay, in thousandths, so that hosts do not fetch at the same time.
    package var jitterPermille = 100
    package var minRemaining = Duration.seconds(300)
    /// With less life left, programs that read the token from a file reject it.
    package var readersMargin = Duration.zero
    package var retryMax = Duration.seconds(300)
    /// Fetch only when a request needs a token.
    package var isLazy = false

    package init() {}
}

/// The part of a token's life in which the next one is fetched; its bounds are ages in milliseconds.
struct RefreshWindow: Equatable {
    let earliest: Int64
    let planned: Int64
    let latest: Int64

    init(life: Duration, policy: RefreshPolicy) {
        let longest = Duration.seconds(ReceivedCredential.longestLife)
        let life = min(max(life, .zero), longest).milliseconds
        // The age at which a token has less left than the margin of the operator or of the readers.
        let limit = life - RefreshWindow.margin(of: life, policy)
        planned = min(RefreshWindow.age(life, policy), limit)
        let spread = planned * Int64(policy.jitterPermille) / 1_000
        earliest = max(0, planned - spread)
        latest = min(planned + spread, limit)
    }

    /// A token that lives for less than twice the margin uses half of its life instead.
    static func margin(of life: Int64, _ policy: RefreshPolicy) -> Int64 {
        let margin = max(policy.minRemaining, policy.readersMargin).milliseconds
        return life / 2 > margin ? margin : life - life / 2
    }

    /// Keeps at least a tenth of the life, because a longer time before the end would cause one fetch after another.
    private static func age(_ life: Int64, _ policy: RefreshPolicy) -> Int64 {
        switch policy.refreshAt {
        case .permilleOfLife(let permille): life * Int64(permille) / 1_000
        case .beforeEnd(let span): max(life - min(life, span.milliseconds), life / 10)
        }
    }
}

extension Duration {
    /// Whole milliseconds, limited to the range of nanoseconds.
    var milliseconds: Int64 { nanoseconds / 1_000_000 }
}

extension UInt64 {
    /// Maps this random number evenly to the range; an empty range gives its lower bound.
    func number(from lower: Int64, to upper: Int64) -> Int64 {
        guard upper > lower else { return lower }
        return lower + Int64(self % UInt64(upper - lower + 1))
    }
}
