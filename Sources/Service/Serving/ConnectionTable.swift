internal import Bytes
internal import Time
internal import Turns

/// The connections by their ids, and how many each user has.
package final class ConnectionTable {
    /// In a cell, because each connection changes it several times.
    private let places = Cell(Places())

    subscript(id: ConnectionID) -> Connection? { places.value[id] }

    /// The present connection at this place.
    subscript(place place: Int) -> Connection? { places.value.connections[place] }

    package var count: Int { places.value.count }

    /// The connections of callers that no rule names.
    var countWithoutRule: Int { places.value.countWithoutRule }

    func count(ofUser user: UInt32) -> Int {
        places.value.countsByUser[user] ?? 0
    }

    /// The user with the most connections, and their number.
    var busiestUser: (user: UInt32, count: Int)? {
        places.value.countsByUser.max { $0.value < $1.value }.map { (user: $0.key, count: $0.value) }
    }

    /// The connection to close for a new one of this user; those of root's sockets keep their places.
    ///
    /// `silence`: since when it is the client's turn to act; `nil`: the connection is in use.
    func displaceable(
        for user: UInt32, with standing: Connection.Standing, silence: (Connection) -> Instant?
    ) -> Connection? {
        var displacement = Displacement(for: user, with: count(ofUser: user))
        for connection in all where !connection.listener.traits.isForRoot {
            guard standing != .withoutRule || connection.standing == .withoutRule else { continue }
            let since = silence(connection)
            displacement.consider(
                connection.id.place, of: connection.user, with: count(ofUser: connection.user),
                isSilent: since != nil, since: (since ?? connection.connectedAt).nanosecondsSinceBoot)
        }
        return displacement.choice.flatMap { self[place: $0] }
    }

    /// The bytes kept for requests and answers.
    struct Held {
        var ofUser = 0
        var ofAll = 0

        /// Whether the user may have that many more bytes kept.
        func hasRoom(for bytes: Int) -> Bool {
            ofUser + bytes <= ServerLimits.bytesPerUser && ofAll + bytes <= ServerLimits.bytesOfAll
        }
    }

    func bytesHeld(forUser user: UInt32) -> Held {
        var held = Held()
        for connection in all {
            let bytes = connection.pending?.bytesHeld ?? 0
            held.ofAll += bytes
            if connection.user == user { held.ofUser += bytes }
        }
        return held
    }

    /// The id of the next connection.
    func reserve() -> ConnectionID { places.value.reserve() }

    func insert(_ connection: Connection) {
        places.value.insert(connection)
    }

    func remove(_ connection: Connection) {
        places.value.remove(connection)
    }

    /// The present connections; they may be removed while the list is walked.
    var all: [Connection] { places.value.connections.compactMap { $0 } }
}

/// Not copyable: reading a cell would copy it, and count a reference for each list.
private struct Places: ~Copyable {
    var connections: [Connection?] = []
    private var serials: [UInt32] = []
    private var free: [Int] = []
    private(set) var countsByUser: [UInt32: Int] = [:]
    private(set) var count = 0
    private(set) var countWithoutRule = 0

    subscript(id: ConnectionID) -> Connection? {
        guard id.place < connections.count, serials[id.place] == id.serial else { return nil }
        return connections[id.place]
    }

    mutating func reserve() -> ConnectionID {
        let place = free.popLast() ?? connections.count
        if place == connections.count {
            connections.append(nil)
            serials.append(0)
        }
        serials[place] &+= 1
        return ConnectionID(place: place, serial: serials[place])
    }

    mutating func insert(_ connection: Connection) {
        connections[connection.id.place] = connection
        countsByUser[connection.user, default: 0] += 1
        count += 1
        if connection.standing == .withoutRule { countWithoutRule += 1 }
    }

    /// The caller holds the connection, so its end cannot ask the table.
    mutating func remove(_ connection: Connection) {
        let place = connection.id.place
        guard connections[place] === connection else { return }
        connections[place] = nil
        free.append(place)
        count -= 1
        if connection.standing == .withoutRule { countWithoutRule -= 1 }
        guard let user = countsByUser.index(forKey: connection.user) else { return }
        countsByUser.values[user] -= 1
        if countsByUser.values[user] == 0 { countsByUser.remove(at: user) }
    }
}
