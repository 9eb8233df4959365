internal import HTTP

/// The connections by their ids, and how many each user has.
package final class ConnectionTable {
    private var places: [Connection?] = []
    private var serials: [UInt32] = []
    private var free: [Int] = []
    private var countsByUser: [UInt32: Int] = [:]
    package private(set) var count = 0

    subscript(id: ConnectionID) -> Connection? {
        guard id.place < places.count, serials[id.place] == id.serial else { return nil }
        return places[id.place]
    }

    /// The present connection at this place.
    subscript(place place: Int) -> Connection? { places[place] }

    func count(ofUser user: UInt32) -> Int {
        countsByUser[user] ?? 0
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
        for case let connection? in places {
            let bytes = connection.pending?.bytesHeld ?? 0
            held.ofAll += bytes
            if connection.user == user { held.ofUser += bytes }
        }
        return held
    }

    /// The id of the next connection.
    func reserve() -> ConnectionID {
        let place = free.popLast() ?? places.count
        if place == places.count {
            places.append(nil)
            serials.append(0)
        }
        serials[place] &+= 1
        return ConnectionID(place: place, serial: serials[place])
    }

    func insert(_ connection: Connection) {
        places[connection.id.place] = connection
        countsByUser[connection.user, default: 0] += 1
        count += 1
    }

    func remove(_ connection: Connection) {
        let place = connection.id.place
        guard places[place] === connection else { return }
        places[place] = nil
        free.append(place)
        count -= 1
        guard let user = countsByUser.index(forKey: connection.user) else { return }
        countsByUser.values[user] -= 1
        if countsByUser.values[user] == 0 { countsByUser.remove(at: user) }
    }

    /// The present connections; they may be removed while the list is walked.
    var all: [Connection] { places.compactMap { $0 } }
}
