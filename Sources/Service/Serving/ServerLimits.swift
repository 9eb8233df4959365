internal import Turns

/// The limits for clients, with the reasons.
package struct ServerLimits {
    /// Each costs a descriptor and 3 KB in the kernel.
    package let connections: Int
    /// Keeps one user from taking all connections.
    let connectionsPerUser: Int
    /// The places of all callers together that no rule names; `nil`: there are no rules.
    ///
    /// One person may have tens of thousands of user numbers, and without a rule there is little to ask for.
    let connectionsWithoutRule: Int?
    /// The longest silence of a client between requests.
    let idle: Duration
    /// The longest time for an incomplete request, a wait, or an unread answer.
    let request: Duration
    /// The nanoseconds after which a turn is ended, though what it read is not served.
    ///
    /// Longer than a quantum, because keeping what was read costs more than serving it, if that is little.
    package var longestTurn = 3 * FairQueue.quantum / 2

    /// The time to send a request after connecting, or to close after the last answer, while the server stops.
    static let lastMoment = Duration.seconds(1)
    /// The time for all phases of the last requests; the unit gives the whole stop 15 seconds.
    static let lastAnswers = Duration.seconds(10)
    /// The longest silence of a caller that no rule names.
    static let idleWithoutRule = Duration.seconds(10)
    /// The size of the first read of a request; a longer one gets its own buffer, and larger reads.
    static let readSize = 16_384
    static let largeReadSize = 65_536
    /// With more unsent output the server begins no further request of the connection.
    static let outputMark = 262_144
    /// The bytes of requests and unread answers kept for one user: thirty of the largest requests.
    package static let bytesPerUser = 64 * 1_048_576
    /// The bytes kept for all users, because one person may have many users.
    static let bytesOfAll = 8 * bytesPerUser
    /// The buffer of the answers is freed if it grew beyond this for large ones.
    static let keptBuffer = 262_144
    /// The time from the end of a large request or answer until its memory goes back to the kernel.
    static let pauseBeforeReturningMemory = Duration.seconds(1)
    /// The bytes of requests, or of answers, in one group: about ninety requests, which take less than a millisecond.
    static let groupMark = 65_536
    /// The pause in accepting after a lack of descriptors or another error of the kernel.
    static let pauseBetweenAttempts = Duration.seconds(1)
    /// The queue for clients that connect while the server is busy, whatever their users; see `ossauthd.socket`.
    package static let backlog: Int32 = 1_024

    package init(
        connections: Int, connectionsPerUser: Int, connectionsWithoutRule: Int? = nil, idle: Duration,
        request: Duration
    ) {
        self.connections = connections
        self.connectionsPerUser = connectionsPerUser
        self.connectionsWithoutRule = connectionsWithoutRule
        self.idle = idle
        self.request = request
    }

    /// The longest silence between requests on a connection of this standing.
    func idle(with standing: Connection.Standing) -> Duration {
        switch standing {
        case .regular: idle
        case .beyondShare: ServerLimits.lastMoment
        case .withoutRule: min(idle, ServerLimits.idleWithoutRule)
        }
    }

    /// The number of connections of a user that are served together, of so many that were found ready together.
    ///
    /// A group costs less, and wakes a client with many connections once. Three groups let that client work while the others
    /// are served; up to four connections are served one by one. Groups that became smaller with the rest would wake it for
    /// each of the last few.
    static func group(of ready: Int) -> Int { ready <= 4 ? 1 : min((ready + 2) / 3, largestGroup) }
    /// A quarter of the little requests that a turn has time for, since those it has none for wait twice.
    private static let largestGroup = 8
}
