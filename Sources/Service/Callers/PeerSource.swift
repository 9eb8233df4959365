package import Access
internal import Bytes
package import Kernel

/// How a listener learns which user made the other end of a connection.
package enum PeerSource {
    /// A Unix socket: the kernel reports user, group and process.
    case unix
    /// A TCP socket on this host: the kernel reports the user and the control group that made it.
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
            return try peers.owner(ofOtherEndOf: socket).map {
                PeerCredentials(process: 0, user: $0.user, group: .max, controlGroup: $0.controlGroup)
            }
        }
    }

    /// Whether the kernel reports no process and no groups.
    package var isTCP: Bool {
        if case .unix = self { false } else { true }
    }
}

/// The owners of TCP connections in one network namespace.
package final class TCPPeers {
    private var kernel: TCPPeer

    package init(asking kernel: consuming TCPPeer) {
        self.kernel = kernel
    }

    /// `nil`: the socket at the other end is closed, or not on this host.
    func owner(ofOtherEndOf socket: borrowing Descriptor) throws(SystemError) -> SocketOwner? {
        let description = try kernel.description(ofOtherEndOf: socket)
        return SocketOwner(description.span)
    }

    /// The owner of the socket at one end of a connection; `nil`: the connection is not there, or closed at this end.
    package func owner(of end: IPv4End, connectedTo other: IPv4End) throws(SystemError) -> SocketOwner? {
        let description = try kernel.description(of: end, connectedTo: other)
        return SocketOwner(description.span)
    }

    /// The owner of the listener that takes connections to an end; `nil`: there is none.
    package func ownerOfListener(at end: IPv4End) throws(SystemError) -> SocketOwner? {
        let description = try kernel.description(of: end, connectedTo: IPv4End(address: 0, port: 0))
        return SocketOwner(description.span, in: .listening)
    }
}
