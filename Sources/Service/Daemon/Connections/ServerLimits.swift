internal import API
internal import Settings

/// What clients may cost, with the reasons.
struct ServerLimits {
    /// Each costs a descriptor and 3 KB in the kernel.
    let connections: Int
    /// So that one user cannot take all of them.
    let connectionsPerUser: Int
    /// A client that says nothing between requests.
    let idle: Duration
    /// A request that was begun, a wait for a token, an answer that is not taken: the client gets no more time for any.
    let request: Duration

    /// Between being let in and asking, and between the last answer and closing, when the daemon stops in that moment.
    static let lastMoment = Duration.seconds(1)
    /// What all phases of the last requests may take together; the unit gives the whole stop 15 seconds.
    static let lastAnswers = Duration.seconds(10)
    /// One read; a request that is longer grows its own buffer.
    static let readSize = 65_536
    /// Beyond this much unsent answer no further request of the connection is begun.
    static let outputMark = 262_144
    /// So many bytes are kept for one user of requests that are not whole, or wait, and of answers that are not read: seven of the
    /// largest requests, or two of the largest answers.
    static let bytesPerUser = 64 * 1_048_576
    /// So many for all together, of whom one may own many users.
    static let bytesOfAll = 8 * bytesPerUser
    /// How many of his calls for many URLs wait for those of others, which shall not wait for him too long.
    static let waitingBatchesPerUser = 16
    /// So many bytes of requests, and of answers, at the most wait for each other: some ninety, which take less than a
    /// millisecond.
    static let groupMark = 65_536
    /// Beyond the share of its user a client may still ask how the daemon is, so that a monitor is not locked out by other
    /// programs of its user; so many connections at the same time, each for one request.
    static let connectionsForMonitors = 8
    /// How long new clients wait when the process or the machine has no descriptors left, or the kernel lets nobody in.
    static let pauseBetweenAttempts = Duration.seconds(1)
    /// How long a connection is not read that asked beyond its rate, so that asking on and on costs the others nothing.
    static let restOverRate = Duration.milliseconds(100)
    /// Room for those who connect while we do something else.
    static let backlog: Int32 = 4_096

    /// How many of those who were found ready are served together.
    ///
    /// Together they cost less, and a client that has many is woken once. But it shall have something to do before all are
    /// served, so there are three groups, and a few are served one by one.
    static func group(of found: Int) -> Int { found <= 4 ? 1 : (found + 2) / 3 }

    /// Connections that only root can make, beyond those for all.
    ///
    /// When others, or a program of root's own, hold every place, the operator gets in to see it.
    static func reserve(behind door: Door) -> Int { door.isForRoot ? 64 : 0 }

    /// Beyond the share of one user; programs behind the other doors ask for credentials only.
    static func monitors(behind door: Door) -> Int {
        door == .api || door == .admin ? connectionsForMonitors : 0
    }

    init(_ settings: DaemonSettings) {
        connections = settings.maxConnections
        connectionsPerUser = settings.maxConnectionsPerUser
        idle = settings.idleTimeout
        request = settings.requestTimeout
    }
}
