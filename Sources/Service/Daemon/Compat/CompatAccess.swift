internal import Bytes
internal import Hashing
internal import Kernel
internal import Text

/// Who may fetch what from the compat listener.
///
/// Every user has a secret path of his own, made of one key and his number: what leaks from the environment of one is of no
/// use to another, and needs no list.
final class CompatAccess {
    /// As in `Host`, without and with the port.
    private let address: ByteBuffer
    private let authority: ByteBuffer
    private let key: HMACSHA256
    private var owners: TCPOwner

    init(at address: Loopback, port: UInt16, key: Span<UInt8>, owners: consuming TCPOwner) {
        var host = ByteBuffer()
        host.append(address == .v4 ? "127.0.0.1" : "[::1]")
        self.address = ByteBuffer(copying: host.span)
        host.append(UInt8(ascii: ":"))
        host.append(decimal: Int(port))
        authority = host
        self.key = HMACSHA256(key: key)
        self.owners = owners
    }

    func user(atOtherEndOf socket: borrowing Descriptor) throws(SystemError) -> UInt32? {
        try owners.user(atOtherEndOf: socket)
    }

    /// Whether a request that says so of its receiver means us; a name that somebody's name server answers with our
    /// address does not.
    func isAddressed(by host: Span<UInt8>) -> Bool {
        authority.equals(host) || address.equals(host)
    }

    /// Where the path names the profile; `nil` when it does not begin with this user's secret.
    func profile(in path: Span<UInt8>, for user: UInt32) -> Range<Int>? {
        var expected = secret(of: user)
        defer { expected.wipe() }
        let start = expected.count + 2
        guard path.count > start, path[start - 1] == UInt8(ascii: "/") else { return nil }
        var difference: UInt8 = 0
        for index in 0..<expected.count { difference |= expected[index] ^ path[index + 1] }
        return difference == 0 ? start..<path.count : nil
    }

    func uri(of profile: Span<UInt8>, for user: UInt32) -> ByteBuffer {
        var uri = ByteBuffer()
        uri.append("http://")
        uri.append(authority)
        uri.append(UInt8(ascii: "/"))
        var secret = secret(of: user)
        uri.append(secret)
        secret.wipe()
        uri.append(UInt8(ascii: "/"))
        uri.append(profile)
        return uri
    }

    /// 128 bits, which nobody guesses.
    private func secret(of user: UInt32) -> ByteBuffer {
        var message = ByteBuffer()
        message.append("compat ")
        message.append(decimal: Int(user))
        let code = key.authenticate(message.span)
        var secret = ByteBuffer(capacity: 32)
        secret.append(hex: code.span.extracting(first: 16))
        return secret
    }
}
