package import Kernel

/// How a listener learns which user made the other end of a connection.
package enum PeerSource {
    /// A Unix socket: the kernel reports user, group and process.
    case unix
    /// A loopback TCP socket: the kernel reports the user as the owner of the socket.
    case tcp(TCPPeers)
    /// The server does not tell users apart.
    case anonymous

    /// `nil` when the kernel does not know the owner.
    func credentials(at socket: borrowing Descriptor) throws(SystemError) -> PeerCredentials? {
        switch self {
        case .unix: return try socket.peerCredentials()
        case .anonymous: return PeerCredentials(process: 0, user: .max, group: .max)
        case .tcp(let peers):
            // The highest group number belongs to no group.
            return try peers.user(atOtherEndOf: socket).map {
                PeerCredentials(process: 0, user: $0, group: .max)
            }
        }
    }

    /// Whether the kernel reports no process and no group.
    package var isTCP: Bool {
        if case .unix = self { false } else { true }
    }
}

/// The owners of TCP connections in one network namespace.
package final class TCPPeers {
    private var owners: TCPOwner

    package init(asking owners: consuming TCPOwner) {
        self.owners = owners
    }

    func user(atOtherEndOf socket: borrowing Descriptor) throws(SystemError) -> UInt32? {
        try owners.user(atOtherEndOf: socket)
    }
}
