internal import Time

/// The part of a token's life in which the next one is fetched; its bounds are ages in milliseconds.
struct RefreshWindow: Equatable {
    let earliest: Int64
    let planned: Int64
    let latest: Int64

    init(life: Duration, policy: RefreshPolicy) {
        let longest = Duration.seconds(ReceivedCredential.longestLife)
        let life = min(max(life, .zero), longest).milliseconds
        let limit = RefreshWindow.limit(life, policy)
        planned = min(RefreshWindow.age(life, policy), limit)
        let spread = planned * Int64(policy.jitterPermille) / 1_000
        earliest = max(0, planned - spread)
        latest = min(planned + spread, limit)
    }

    /// The age at which a token is too old by the operator's margin, or by that of its readers.
    ///
    /// One that lives no longer than twice the margin cannot keep it: then half its life must do.
    private static func limit(_ life: Int64, _ policy: RefreshPolicy) -> Int64 {
        life - margin(of: life, policy)
    }

    static func margin(of life: Int64, _ policy: RefreshPolicy) -> Int64 {
        let margin = max(policy.minRemaining, policy.readersMargin).milliseconds
        return life / 2 > margin ? margin : life - life / 2
    }

    /// A time before the end that is longer than nearly all of the life would make one fetch follow the other.
    private static func age(_ life: Int64, _ policy: RefreshPolicy) -> Int64 {
        switch policy.refreshAt {
        case .permilleOfLife(let permille): life * Int64(permille) / 1_000
        case .beforeEnd(let span): max(life - min(life, span.milliseconds), life / 10)
        }
    }
}

extension Duration {
    /// Whole milliseconds, held at what nanoseconds can say.
    var milliseconds: Int64 { nanoseconds / 1_000_000 }
}

extension UInt64 {
    /// A number of the range, as evenly as this one is random; an empty range has only its lower bound.
    func number(from lower: Int64, to upper: Int64) -> Int64 {
        guard upper > lower else { return lower }
        return lower + Int64(self % UInt64(upper - lower + 1))
    }
}
