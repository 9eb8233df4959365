/// Chooses the connection that is closed for a new one when every place is taken.
///
/// It belongs to the user with the most connections, and is the one that has been silent longest. A user closes a connection
/// of another user only if that one has more, and of its own only a silent one.
package struct Displacement {
    private struct Candidate {
        let connection: Int
        let count: Int
        let isSilent: Bool
        let since: Int64

        func isBetter(than other: Candidate) -> Bool {
            guard count == other.count else { return count > other.count }
            guard isSilent == other.isSilent else { return isSilent }
            return since < other.since
        }
    }

    private let user: UInt32
    private let count: Int
    private var own: Candidate?
    private var other: Candidate?

    /// `count`: the connections that the user of the new one has already.
    package init(for user: UInt32, with count: Int) {
        self.user = user
        self.count = count
    }

    /// `isSilent`: the client is to act, and has not since that time; otherwise the connection is in use.
    package mutating func consider(
        _ connection: Int, of user: UInt32, with count: Int, isSilent: Bool, since: Int64
    ) {
        let candidate = Candidate(connection: connection, count: count, isSilent: isSilent, since: since)
        if user == self.user {
            if isSilent, own.map(candidate.isBetter) ?? true { own = candidate }
        } else if count > self.count + (isSilent ? 0 : 1), other.map(candidate.isBetter) ?? true {
            other = candidate
        }
    }

    /// `nil`: the new connection is refused.
    package var choice: Int? {
        if let other, other.isSilent { return other.connection }
        return (own ?? other)?.connection
    }
}
