internal import Bytes

/// Shares the time of one thread among users: deficit round robin.
///
/// Users with work take turns. A turn ends when the user has used its time, or has no more work. Time beyond that is a debt:
/// the user misses turns until the debt is paid. So a user waits for one turn of each other user at most, however much work
/// they have, and however many connections.
package struct FairQueue: ~Copyable {
    package enum User: Hashable {
        /// Everyone at the admin socket: its requests do not wait behind those of the same user at another socket.
        case admin
        case numbered(UInt32)
    }

    /// The nanoseconds of one turn: about 30 signatures.
    package static let quantum: Int64 = 200_000
    /// Debt beyond this is forgiven, so that a user whose work cannot be interrupted is served again.
    package static let longestDebt: Int64 = 50 * quantum

    /// By the place of the connection.
    private var connections = ReusedArray<Entry>()
    private var shares = ReusedArray<Share>()
    private var sharesByUser: [User: Int] = [:]
    /// The first share without a user; the others follow.
    private var free = FairQueue.none
    /// The users who take turns, first to last: those with work or with a debt.
    private var round = Chain()
    /// The number of connections with work.
    package private(set) var count = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }

    /// A connection, or what stands for one.
    struct Entry {
        var share = FairQueue.none
        var previous = FairQueue.none
        var next = FairQueue.none
        var isQueued = false
        /// The time at which it got work.
        var since: Int64 = 0
    }

    /// The part of one user.
    struct Share {
        let user: User
        var members = 0
        /// The connections with work, in their order.
        var queue = Chain()
        /// The time left in the present turn; negative: a debt.
        var credit: Int64 = 0
        var isInRound = false
        var next = FairQueue.none
    }

    /// The ends of a list.
    struct Chain {
        var first = FairQueue.none
        var last = FairQueue.none

        var isEmpty: Bool { first == FairQueue.none }
    }

    static let none = -1

    /// Adds a connection of this user, without work.
    package mutating func add(_ connection: Int, of user: User) {
        while connections.count <= connection { connections.append(Entry()) }
        let share = share(of: user)
        shares[share].members += 1
        connections[connection] = Entry(share: share)
    }

    package mutating func remove(_ connection: Int) {
        let share = connections[connection].share
        if connections[connection].isQueued { unlink(connection) }
        connections[connection] = Entry()
        shares[share].members -= 1
        forgetIfUnused(share)
    }

    /// The connection has work; it gets a turn after the other work of its user.
    package mutating func queue(_ connection: Int, at nanoseconds: Int64) {
        guard !connections[connection].isQueued else { return }
        let share = connections[connection].share
        let last = shares[share].queue.last
        connections[connection].isQueued = true
        connections[connection].since = nanoseconds
        connections[connection].previous = last
        if last == FairQueue.none {
            shares[share].queue.first = connection
        } else {
            connections[last].next = connection
        }
        shares[share].queue.last = connection
        count += 1
        enterRound(share)
    }

    package func hasWork(_ connection: Int) -> Bool { connections[connection].isQueued }

    /// The turn of the next user; `nil` if no one has work.
    package mutating func nextTurn() -> Turn? {
        guard count > 0 else {
            forgiveDebts()
            return nil
        }
        while true {
            let share = round.first
            if !shares[share].queue.isEmpty, shares[share].credit > 0 {
                return Turn(share: share, user: shares[share].user)
            }
            endTurn(of: share)
        }
    }

    /// The turn of a user.
    package struct Turn {
        fileprivate let share: Int
        package let user: User
    }

    package struct Work {
        package let connection: Int
        /// The time at which the connection got work.
        package let since: Int64
    }

    /// The next connection of that user, which has no work then.
    package mutating func take(in turn: Turn) -> Work? {
        let first = shares[turn.share].queue.first
        guard first != FairQueue.none else { return nil }
        unlink(first)
        return Work(connection: first, since: connections[first].since)
    }

    /// Takes used time from the turn.
    package mutating func charge(_ nanoseconds: Int64, to turn: Turn) {
        charge(nanoseconds, toShare: turn.share)
    }

    /// Takes time from a user out of turn; one without connections has no share to take it from.
    package mutating func charge(_ nanoseconds: Int64, to user: User) {
        if let share = sharesByUser[user] { charge(nanoseconds, toShare: share) }
    }

    private mutating func share(of user: User) -> Int {
        if let known = sharesByUser[user] { return known }
        let new = placeForShare()
        shares[new] = Share(user: user)
        sharesByUser[user] = new
        return new
    }

    private mutating func placeForShare() -> Int {
        guard free != FairQueue.none else {
            shares.append(Share(user: .admin))
            return shares.count - 1
        }
        defer { free = shares[free].next }
        return free
    }

    /// A user who connects again keeps its debt.
    private mutating func forgetIfUnused(_ share: Int) {
        guard shares[share].members == 0, !shares[share].isInRound else { return }
        sharesByUser[shares[share].user] = nil
        shares[share].next = free
        free = share
    }

    private mutating func unlink(_ connection: Int) {
        let entry = connections[connection]
        connections[connection].isQueued = false
        connections[connection].previous = FairQueue.none
        connections[connection].next = FairQueue.none
        if entry.previous == FairQueue.none {
            shares[entry.share].queue.first = entry.next
        } else {
            connections[entry.previous].next = entry.next
        }
        if entry.next == FairQueue.none {
            shares[entry.share].queue.last = entry.previous
        } else {
            connections[entry.next].previous = entry.previous
        }
        count -= 1
    }

    private mutating func charge(_ nanoseconds: Int64, toShare share: Int) {
        shares[share].credit = max(shares[share].credit - nanoseconds, -FairQueue.longestDebt)
        if shares[share].credit < 0 { enterRound(share) }
    }

    /// A user who was idle begins with a whole turn.
    private mutating func enterRound(_ share: Int) {
        guard !shares[share].isInRound else { return }
        shares[share].isInRound = true
        shares[share].credit = min(shares[share].credit, 0) + FairQueue.quantum
        append(share)
    }

    private mutating func append(_ share: Int) {
        shares[share].next = FairQueue.none
        if round.last == FairQueue.none { round.first = share } else { shares[round.last].next = share }
        round.last = share
    }

    /// The user leaves the round without work and debt; otherwise it waits for its next turn.
    private mutating func endTurn(of share: Int) {
        round.first = shares[share].next
        if round.first == FairQueue.none { round.last = FairQueue.none }
        guard !shares[share].queue.isEmpty || shares[share].credit < 0 else { return leave(share) }
        shares[share].credit = min(shares[share].credit + FairQueue.quantum, FairQueue.quantum)
        append(share)
    }

    private mutating func leave(_ share: Int) {
        shares[share].isInRound = false
        shares[share].credit = 0
        forgetIfUnused(share)
    }

    /// No one waits, so no one would gain by a debt.
    private mutating func forgiveDebts() {
        var share = round.first
        round = Chain()
        while share != FairQueue.none {
            let next = shares[share].next
            leave(share)
            share = next
        }
    }
}
