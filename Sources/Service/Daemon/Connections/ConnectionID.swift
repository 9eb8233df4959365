/// Which connection is meant: its place in the table, and a serial number.
///
/// So an event for a connection that is gone is never taken for one of its successor.
struct ConnectionID: Hashable {
    /// What the kernel hands back with an event.
    let number: UInt64

    init(number: UInt64) {
        self.number = number
    }

    init(place: Int, serial: UInt32) {
        number = UInt64(serial) << 32 | UInt64(UInt32(truncatingIfNeeded: place))
    }

    /// One that no connection ever has: its place is beyond all others.
    static func ofNone(_ number: Int) -> ConnectionID {
        ConnectionID(place: Int(UInt32.max), serial: UInt32(number))
    }

    var place: Int { Int(UInt32(truncatingIfNeeded: number)) }
    var serial: UInt32 { UInt32(number >> 32) }
}
