internal import Access

/// The connections by their ids, and how many each user has.
final class ConnectionTable {
    private var places: [Connection?] = []
    private var serials: [UInt32] = []
    private var free: [Int] = []
    private var countsByUser: [UInt32: Int] = [:]
    private(set) var count = 0

    subscript(id: ConnectionID) -> Connection? {
        guard id.place < places.count, serials[id.place] == id.serial else { return nil }
        return places[id.place]
    }

    func count(ofUser user: UInt32) -> Int {
        countsByUser[user] ?? 0
    }

    /// How many bytes are kept of requests and of answers.
    struct Held {
        var ofUser = 0
        var ofAll = 0

        /// Whether so many more can be kept for the user.
        func hasRoom(for bytes: Int) -> Bool {
            ofUser + bytes <= ServerLimits.bytesPerUser && ofAll + bytes <= ServerLimits.bytesOfAll
        }
    }

    func bytesHeld(forUser user: UInt32) -> Held {
        var held = Held()
        for case let connection? in places {
            let bytes = connection.unfinished?.bytesHeld ?? 0
            held.ofAll += bytes
            if connection.caller.peer.uid == user { held.ofUser += bytes }
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
        countsByUser[connection.caller.peer.uid, default: 0] += 1
        count += 1
    }

    func remove(_ connection: Connection) {
        let place = connection.id.place
        guard places[place] === connection else { return }
        places[place] = nil
        free.append(place)
        count -= 1
        guard let user = countsByUser.index(forKey: connection.caller.peer.uid) else { return }
        countsByUser.values[user] -= 1
        if countsByUser.values[user] == 0 { countsByUser.remove(at: user) }
    }

    /// All that are there now; they may be removed while the list is walked.
    var all: [Connection] { places.compactMap { $0 } }
}
