package import Time

/// What the daemon told at one time.
package struct TopSample: Equatable, Sendable {
    let time: Instant
    let status: StatusAnswer
    /// `nil`: it gives none to us.
    let metrics: Exposition?
    /// Of the callers, by their numbers.
    let userNames: [Int: String]

    package init(
        at time: Instant, _ status: StatusAnswer, _ metrics: Exposition?, userNames: [Int: String] = [:]
    ) {
        self.time = time
        self.status = status
        self.metrics = metrics
        self.userNames = userNames
    }
}
