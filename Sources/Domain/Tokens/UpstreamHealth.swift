package import Time

/// Which of several servers to ask first: the operator's order, but those that failed lately come last.
package struct UpstreamHealth: Equatable, Sendable {
    /// A failure is forgotten after this: then the server's place is the operator's again.
    package static let memory = Duration.seconds(300)

    private var failures: [Instant?]

    package init(count: Int) {
        failures = Array(repeating: nil, count: count)
    }

    /// All servers, in the order in which to ask them now.
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
