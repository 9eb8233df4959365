internal import Bytes
internal import Kernel
internal import Text

/// A TCP listener as its clients speak of it, and the means to know who they are.
struct Entrance: ~Copyable {
    /// As in `Host`, without and with the port.
    private let address: ByteBuffer
    let authority: ByteBuffer
    private var owners: TCPOwner

    init(at address: StaticString, port: UInt16, owners: consuming TCPOwner) {
        var host = ByteBuffer()
        host.append(address)
        self.address = ByteBuffer(copying: host.span)
        host.append(UInt8(ascii: ":"))
        host.append(decimal: Int(port))
        authority = host
        self.owners = owners
    }

    mutating func user(atOtherEndOf socket: borrowing Descriptor) throws(SystemError) -> UInt32? {
        try owners.user(atOtherEndOf: socket)
    }

    /// Whether a request that says so of its receiver means us; a name that somebody's name server answers with our
    /// address does not.
    func isAddressed(by host: Span<UInt8>) -> Bool {
        authority.equals(host) || address.equals(host)
    }
}
