package import Time

/// What the daemon told at one time.
package struct TopSample: Equatable, Sendable {
    let time: Instant
    let status: StatusAnswer
    /// `nil`: it gives none to us.
    let metrics: Exposition?

    package init(at time: Instant, _ status: StatusAnswer, _ metrics: Exposition?) {
        self.time = time
        self.status = status
        self.metrics = metrics
    }
}
