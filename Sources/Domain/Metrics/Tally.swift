package import API
package import Tokens

/// The counters of the daemon, in fixed arrays so that counting is a single addition.
package final class Tally {
    /// One element for each kind and verdict.
    private var requests = InlineArray<54, Int>(repeating: 0)
    private var limits = InlineArray<8, Int>(repeating: 0)
    package private(set) var durations = DurationHistogram()
    private var connections = InlineArray<6, Int>(repeating: 0)
    private var nanoseconds = InlineArray<4, Int64>(repeating: 0)

    package init() {}

    package func noteAnswer(to kind: RequestKind) {
        requests[Tally.place(of: kind, .answered)] += 1
    }

    package func note(_ problem: Problem, to kind: RequestKind) {
        requests[Tally.place(of: kind, Verdict(problem))] += 1
        switch problem {
        case .rateLimited(.memory, _): note(.memory)
        case .rateLimited(.connectionsOfUser, _): note(.maxConnectionsPerUser)
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

    package func note(_ nanoseconds: Int64, spentOn users: UserClass) {
        self.nanoseconds[Int(users.rawValue)] += nanoseconds
    }

    package func noteConnection(at listenerKind: ListenerKind) {
        connections[Int(listenerKind.rawValue)] += 1
    }

    package func count(of kind: RequestKind, _ verdict: Verdict) -> Int {
        requests[Tally.place(of: kind, verdict)]
    }

    package func count(of limit: Limit) -> Int {
        limits[Int(limit.rawValue)]
    }

    package func countOfConnections(at listenerKind: ListenerKind) -> Int {
        connections[Int(listenerKind.rawValue)]
    }

    package func nanoseconds(spentOn users: UserClass) -> Int64 {
        nanoseconds[Int(users.rawValue)]
    }

    private static func place(of kind: RequestKind, _ verdict: Verdict) -> Int {
        Int(verdict.rawValue) * 9 + Int(kind.rawValue)
    }
}

/// Users whose time is counted together, because a host may have very many of them.
package enum UserClass: UInt8, CaseIterable, Sendable {
    /// Everyone at the admin socket.
    case admin
    case root
    /// Users of services: below 1,000, as Debian numbers them, or made by systemd for one service (`DynamicUser=`).
    case services
    case others

    package init(user: UInt32) {
        switch user {
        case 0: self = .root
        case 1..<1_000, 61_184...65_519: self = .services
        default: self = .others
        }
    }

    var name: StaticString {
        switch self {
        case .admin: "admin"
        case .root: "root"
        case .services: "services"
        case .others: "others"
        }
    }
}

/// A limit that clients reach, named after the configuration key if there is one.
package enum Limit: UInt8, CaseIterable, Sendable {
    case maxConnections, maxConnectionsPerUser
    /// The places of callers that no rule names.
    case connectionsWithoutRule
    /// The process or the machine is out of descriptors.
    case descriptors
    /// `Rate=` of a rule.
    case rate
    /// A body longer than the route allows.
    case body
    /// An incomplete request, or an unread answer, for too long.
    case requestTimeout
    /// The memory for requests and answers of one user.
    case memory

    var name: StaticString {
        switch self {
        case .maxConnections: "MaxConnections"
        case .maxConnectionsPerUser: "MaxConnectionsPerUser"
        case .connectionsWithoutRule: "without-rule"
        case .descriptors: "descriptors"
        case .rate: "Rate"
        case .body: "body"
        case .requestTimeout: "RequestTimeout"
        case .memory: "memory"
        }
    }
}

/// The counters of one profile.
package struct ProfileTally: Equatable, Sendable {
    /// Each signed key counts, also when several are in one request.
    package var signatures = 0
    /// New tokens, fetched or set.
    package var refreshes = 0
    package private(set) var passing = 0
    package private(set) var throttled = 0
    package private(set) var permanent = 0

    package init() {}

    package mutating func note(_ failure: RefreshFailure) {
        switch failure {
        case .passing: passing += 1
        case .throttled: throttled += 1
        case .permanent: permanent += 1
        }
    }
}
