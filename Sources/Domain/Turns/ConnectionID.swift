/// The identity of a connection: its place in the table and a serial number.
///
/// The serial number keeps an event of a closed connection from its successor in the same place.
package struct ConnectionID: Hashable, Sendable {
    /// Registered with the kernel, which returns it with each event.
    package let number: UInt64

    package init(number: UInt64) {
        self.number = number
    }

    package init(place: Int, serial: UInt32) {
        number = UInt64(serial) << 32 | UInt64(UInt32(truncatingIfNeeded: place))
    }

    /// An id that no connection has: its place is beyond all others.
    package static func ofNone(_ number: Int) -> ConnectionID {
        ConnectionID(place: Int(UInt32.max), serial: UInt32(number))
    }

    package var place: Int { Int(UInt32(truncatingIfNeeded: number)) }
    package var serial: UInt32 { UInt32(number >> 32) }
}

/// One wait of one connection; a later wait of the same connection is another one.
package struct WaitID: Equatable, Sendable {
    package let connection: ConnectionID
    package let number: UInt32

    package init(connection: ConnectionID, number: UInt32) {
        self.connection = connection
        self.number = number
    }
}
