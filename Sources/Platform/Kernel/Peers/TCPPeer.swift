package import Bytes
internal import CLinux

/// Asks the kernel about the other end of a TCP connection within this machine.
///
/// The answers cover the network namespace in which `socket` was created.
package struct TCPPeer: ~Copyable, Sendable {
    /// Today's kernels use less than a tenth.
    private static let longestDescription = 1_024

    private let socket: Descriptor
    private var questions: UInt32 = 0

    /// Uses a socket that another process created, possibly in another namespace.
    package init(asking socket: consuming Descriptor) {
        self.socket = socket
    }

    package init() throws(SystemError) {
        self.init(asking: Descriptor(owning: try SystemError.check(linux_diagnosis(), "socket AF_NETLINK")))
    }

    /// Returns the kernel's description of the socket at the other end; empty if there is none on this machine.
    package mutating func description(ofOtherEndOf connection: borrowing Descriptor) throws(SystemError)
        -> ByteBuffer
    {
        let number = connection.number
        return try unsafe ask { socket, question, room in
            unsafe linux_ask_about_peer(socket, number, question, room.baseAddress, Int32(room.count))
        }
    }

    /// Returns the description of the socket at `end` that is connected to `other`; empty if there is none.
    package mutating func description(of end: IPv4End, connectedTo other: IPv4End) throws(SystemError)
        -> ByteBuffer
    {
        try unsafe ask { socket, question, room in
            unsafe linux_ask_about_ends(
                socket, end.forC, other.forC, question, room.baseAddress, Int32(room.count))
        }
    }

    private mutating func ask(
        _ question: (Int32, UInt32, UnsafeMutableRawBufferPointer) -> Int32
    ) throws(SystemError) -> ByteBuffer {
        questions &+= 1
        let (socket, number) = (socket.number, questions)
        var description = ByteBuffer(capacity: TCPPeer.longestDescription)
        try unsafe description.appendUnsafely(atMost: TCPPeer.longestDescription) {
            room throws(SystemError) in
            let size = unsafe question(socket, number, room)
            return Int(try SystemError.check(size, "ask for the owner of a connection"))
        }
        return description
    }
}

/// One end of a TCP connection over IPv4.
package struct IPv4End: Equatable, Sendable {
    package let address: UInt32
    package let port: UInt16

    package init(address: UInt32, port: UInt16) {
        self.address = address
        self.port = port
    }

    fileprivate var forC: linux_end { linux_end(address: address, port: port) }
}

extension Descriptor {
    /// Whether this netlink socket is in the network namespace of a TCP listener: the kernel finds the listener only there.
    package func finds(listener: borrowing Descriptor) throws(SystemError) -> Bool {
        let found = linux_finds_listener(number, listener.number)
        return try SystemError.check(found, "ask for a listener") == 1
    }
}
