/// When to fetch the next token, in the operator's words.
package struct RefreshPolicy: Equatable, Sendable {
    package enum Moment: Equatable, Sendable {
        /// A part of the token's life, in thousandths.
        case permilleOfLife(Int)
        case beforeEnd(Duration)
    }

    package var refreshAt = Moment.permilleOfLife(500)
    /// How much the moment is spread, in thousandths of the time until then, so that hosts do not march in step.
    package var jitterPermille = 100
    package var minRemaining = Duration.seconds(300)
    /// When only this is left, programs that read the token from a file find it too old.
    package var readersMargin = Duration.zero
    package var retryInitial = Duration.seconds(1)
    package var retryMax = Duration.seconds(300)
    /// Fetch only when somebody asks.
    package var isLazy = false

    package init() {}
}
