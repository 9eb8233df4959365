package import API

/// What the daemon counts while it serves: numbers in fixed places, so that counting is an addition and nothing more.
package struct Tally: Sendable {
    /// One place for each kind and verdict.
    private var requests = InlineArray<42, Int>(repeating: 0)
    private var limits = InlineArray<6, Int>(repeating: 0)
    package private(set) var durations = DurationHistogram()
    package private(set) var apiConnections = 0
    package private(set) var adminConnections = 0

    package init() {}
}

extension Tally {
    package mutating func noteAnswer(to kind: RequestKind) {
        requests[Tally.place(of: kind, .answered)] += 1
    }

    package mutating func note(_ problem: Problem, to kind: RequestKind) {
        requests[Tally.place(of: kind, Verdict(problem))] += 1
        switch problem {
        case .rateLimited: note(.rate)
        case .tooLarge: note(.body)
        default: break
        }
    }

    package mutating func note(_ limit: Limit) {
        limits[Int(limit.rawValue)] += 1
    }

    /// Requests that were answered together took the same time.
    package mutating func note(_ count: Int, answeredIn nanoseconds: Int64) {
        durations.note(nanoseconds, times: count)
    }

    package mutating func noteConnection(isAdmin: Bool) {
        if isAdmin { adminConnections += 1 } else { apiConnections += 1 }
    }
}

extension Tally {
    package func count(of kind: RequestKind, _ verdict: Verdict) -> Int {
        requests[Tally.place(of: kind, verdict)]
    }

    package func count(of limit: Limit) -> Int {
        limits[Int(limit.rawValue)]
    }

    private static func place(of kind: RequestKind, _ verdict: Verdict) -> Int {
        Int(verdict.rawValue) * 7 + Int(kind.rawValue)
    }
}
