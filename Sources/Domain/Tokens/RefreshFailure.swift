/// What kind of failure a fetch met, as far as it matters for the next attempt.
package enum RefreshFailure: Equatable, Sendable {
    /// Network, 5xx, garbage: may be over in a moment.
    case passing
    /// 429, or the flow control of STS: asking again soon makes it worse.
    case throttled
    /// 401, 403, unknown role: a person must act, but nobody should have to restart us when they did.
    case permanent

    /// The first delay is multiplied by this.
    var slowness: Int64 {
        switch self {
        case .passing: 1
        case .throttled: 15
        case .permanent: 30
        }
    }
}
