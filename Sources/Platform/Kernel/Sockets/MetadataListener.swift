internal import CLinux
internal import Glibc

/// The addresses at which programs look for the metadata of an ECS instance.
package enum MetadataAddress: Sendable {
    /// 100.100.100.200, which must be an address of the network namespace.
    case instance
    /// For programs with a configurable address.
    case loopback(Loopback)

    /// As written in `Host`.
    package var text: StaticString {
        switch self {
        case .instance: "100.100.100.200"
        case .loopback(let address): address.text
        }
    }
}

/// A TCP listener at a metadata address.
package struct MetadataListener: ~Copyable, Sendable {
    package let socket: Descriptor
    package let address: MetadataAddress
    package let port: UInt16

    package init(_ address: MetadataAddress, port: UInt16, backlog: Int32) throws(SystemError) {
        switch address {
        case .loopback(let loopback):
            self.init(try LoopbackListener(loopback, port: port, backlog: backlog))
        case .instance:
            let socket = Descriptor(owning: try SystemError.check(linux_socket(AF_INET), "socket"))
            try SystemError.check(linux_bind_metadata(socket.number, port), "bind")
            try SystemError.check(retrying { listen(socket.number, backlog) }, "listen")
            try self.init(adopting: socket)
        }
    }

    /// Takes ownership of a listener that another process opened; fails for any other address.
    package init(adopting socket: consuming Descriptor) throws(SystemError) {
        guard try SystemError.check(linux_is_metadata(socket.number), "getsockname") == 1 else {
            self.init(try LoopbackListener(adopting: socket))
            return
        }
        let port = try SystemError.check(linux_port(socket.number), "getsockname")
        self.init(socket, at: .instance, port: UInt16(truncatingIfNeeded: port))
    }

    private init(_ listener: consuming LoopbackListener) {
        let (address, port) = (listener.address, listener.port)
        self.init(listener.takeSocket(), at: .loopback(address), port: port)
    }

    private init(_ socket: consuming Descriptor, at address: MetadataAddress, port: UInt16) {
        self.socket = socket
        self.address = address
        self.port = port
    }

    /// Keeps only the socket.
    package consuming func takeSocket() -> Descriptor { socket }
}
