/// A limit that clients run into, by the key of the configuration where it has one.
package enum Limit: UInt8, CaseIterable, Sendable {
    case maxConnections, maxConnectionsPerUser
    /// The process or the machine has no more descriptors.
    case descriptors
    /// `Rate=` of a rule.
    case rate
    /// A body longer than the route takes.
    case body
    /// Half a request, or an answer that is not taken, for too long.
    case requestTimeout
    /// What is kept for a user of requests and of answers.
    case memory

    var name: StaticString {
        switch self {
        case .maxConnections: "MaxConnections"
        case .maxConnectionsPerUser: "MaxConnectionsPerUser"
        case .descriptors: "descriptors"
        case .rate: "Rate"
        case .body: "body"
        case .requestTimeout: "RequestTimeout"
        case .memory: "memory"
        }
    }
}
