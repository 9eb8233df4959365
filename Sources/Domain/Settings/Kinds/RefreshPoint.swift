/// When a token is renewed: in the course of its life, or counted back from its end.
package enum RefreshPoint: Equatable, Sendable {
    case share(percent: Int)
    case beforeEnd(Duration)
}
