/// How many requests in which time.
package struct Rate: Equatable, Sendable {
    package var count: Int
    package var interval: Duration

    package init(count: Int, per interval: Duration) {
        self.count = count
        self.interval = interval
    }
}
