internal import CLinux
internal import Glibc

/// The addresses at which programs look for the metadata of an instance.
package enum MetadataAddress: Sendable {
    /// 100.100.100.200, which must be an address of the network namespace.
    case instance
    /// 169.254.169.254, the address on an instance of EC2.
    case instanceOfEC2
    /// For programs with a configurable address.
    case loopback(Loopback)

    /// As written in `Host`.
    package var text: StaticString {
        switch self {
        case .instance: "100.100.100.200"
        case .instanceOfEC2: "169.254.169.254"
        case .loopback(let address): address.text
        }
    }
}

/// A TCP listener at a metadata address.
package struct MetadataListener: ~Copyable, Sendable {
    package let socket: Descriptor
    package let address: MetadataAddress
    package let port: UInt16

    package init(_ loopback: Loopback, port: UInt16, backlog: Int32) throws(SystemError) {
        self.init(try LoopbackListener(loopback, port: port, backlog: backlog))
    }

    /// Listens on 100.100.100.200.
    package init(onInstanceAt port: UInt16, backlog: Int32) throws(SystemError) {
        let socket = Descriptor(owning: try SystemError.check(linux_socket(AF_INET), "socket"))
        try SystemError.check(linux_bind_metadata(socket.number, port), "bind")
        try SystemError.check(retrying { listen(socket.number, backlog) }, "listen")
        try self.init(adopting: socket)
    }

    /// Takes ownership of a listener that another process opened; fails for any other address.
    package init(adopting socket: consuming Descriptor) throws(SystemError) {
        let number = try SystemError.check(linux_metadata_address(socket.number), "getsockname")
        guard number > 0 else {
            self.init(try LoopbackListener(adopting: socket))
            return
        }
        let port = try SystemError.check(linux_port(socket.number), "getsockname")
        self.init(
            socket, at: number == 1 ? .instance : .instanceOfEC2, port: UInt16(truncatingIfNeeded: port))
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
