package import API

/// What the daemon counts while it serves: numbers in fixed places, so that counting is an addition and nothing more.
package final class Tally {
    /// One place for each kind and verdict.
    private var requests = InlineArray<48, Int>(repeating: 0)
    private var limits = InlineArray<7, Int>(repeating: 0)
    package private(set) var durations = DurationHistogram()
    private var connections = InlineArray<5, Int>(repeating: 0)

    package init() {}
}

extension Tally {
    package func noteAnswer(to kind: RequestKind) {
        requests[Tally.place(of: kind, .answered)] += 1
    }

    package func note(_ problem: Problem, to kind: RequestKind) {
        requests[Tally.place(of: kind, Verdict(problem))] += 1
        switch problem {
        case .rateLimited(.memory, _): note(.memory)
        case .rateLimited(.connections, _): note(.maxConnectionsPerUser)
        case .rateLimited(.descriptors, _): note(.descriptors)
        case .rateLimited: note(.rate)
        case .tooLarge: note(.body)
        default: break
        }
    }

    package func note(_ limit: Limit) {
        limits[Int(limit.rawValue)] += 1
    }

    /// Requests that were answered together took the same time.
    package func note(_ count: Int, answeredIn nanoseconds: Int64) {
        durations.note(nanoseconds, times: count)
    }

    package func noteConnection(at door: Door) {
        connections[Int(door.rawValue)] += 1
    }
}

extension Tally {
    package func count(of kind: RequestKind, _ verdict: Verdict) -> Int {
        requests[Tally.place(of: kind, verdict)]
    }

    package func count(of limit: Limit) -> Int {
        limits[Int(limit.rawValue)]
    }

    package func countOfConnections(at door: Door) -> Int {
        connections[Int(door.rawValue)]
    }

    private static func place(of kind: RequestKind, _ verdict: Verdict) -> Int {
        Int(verdict.rawValue) * 8 + Int(kind.rawValue)
    }
}
