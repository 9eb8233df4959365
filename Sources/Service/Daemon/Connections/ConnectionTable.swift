internal import Access

/// The connections by their tokens, and how many each user has.
///
/// A token is the place in the table and a serial number, so that an event for a connection that is gone is never taken
/// for one of its successor.
final class ConnectionTable {
    private var places: [Connection?] = []
    private var serials: [UInt32] = []
    private var free: [Int] = []
    private var countsByUser: [UInt32: Int] = [:]
    private(set) var count = 0

    subscript(token: UInt64) -> Connection? {
        let place = Int(token & 0xFFFF_FFFF)
        guard place < places.count, UInt64(serials[place]) == token >> 32 else { return nil }
        return places[place]
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

    /// A token that no connection ever has: its place is beyond all others.
    static func tokenOfNone(_ number: Int) -> UInt64 {
        UInt64(number) << 32 | 0xFFFF_FFFF
    }

    /// The token of the next connection.
    func reserve() -> UInt64 {
        let place = free.popLast() ?? places.count
        if place == places.count {
            places.append(nil)
            serials.append(0)
        }
        serials[place] &+= 1
        return UInt64(serials[place]) << 32 | UInt64(place)
    }

    func insert(_ connection: Connection) {
        places[Int(connection.token & 0xFFFF_FFFF)] = connection
        countsByUser[connection.caller.peer.uid, default: 0] += 1
        count += 1
    }

    func remove(_ connection: Connection) {
        let place = Int(connection.token & 0xFFFF_FFFF)
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
