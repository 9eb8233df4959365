package import Time

/// The order in which to ask several servers: that of the operator, with those that failed recently at the end.
package struct UpstreamHealth: Equatable, Sendable {
    /// After this time a failure no longer changes the order.
    package static let memory = Duration.seconds(300)

    private var failures: [Instant?]

    package init(count: Int) {
        failures = Array(repeating: nil, count: count)
    }

    /// The indices of all servers, in the order in which to ask them now.
    package func order(at now: Instant) -> [Int] {
        failures.indices.filter { !failedLately($0, now) } + failures.indices.filter { failedLately($0, now) }
    }

    package mutating func failed(_ server: Int, at now: Instant) {
        failures[server] = now
    }

    package mutating func succeeded(_ server: Int) {
        failures[server] = nil
    }

    private func failedLately(_ server: Int, _ now: Instant) -> Bool {
        failures[server].map { now - $0 < UpstreamHealth.memory } ?? false
    }
}
