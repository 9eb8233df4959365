internal import Access
internal import Bytes
internal import Hashing
internal import Kernel
internal import Text

/// Who may fetch what from the compat listener.
///
/// Every user has a secret path of his own, made of one key and his number: what leaks from the environment of one is of no
/// use to another, and needs no list.
final class CompatAccess {
    private var entrance: Entrance
    private let key: HMACSHA256

    init(at entrance: consuming Entrance, key: Span<UInt8>) {
        self.entrance = entrance
        self.key = HMACSHA256(key: key)
    }

    func user(atOtherEndOf socket: borrowing Descriptor) throws(SystemError) -> UInt32? {
        try entrance.user(atOtherEndOf: socket)
    }

    func isAddressed(by host: Span<UInt8>) -> Bool {
        entrance.isAddressed(by: host)
    }

    /// Where the path names the profile; `nil` when it does not begin with this user's secret.
    func profile(in path: Span<UInt8>, for user: UInt32) -> Range<Int>? {
        let start = ShortCode.length + 2
        guard path.count > start, path[start - 1] == UInt8(ascii: "/") else { return nil }
        return secret(of: user).equals(path.extracting(1..<start - 1)) ? start..<path.count : nil
    }

    func uri(of profile: Span<UInt8>, for user: UInt32) -> ByteBuffer {
        var uri = ByteBuffer()
        uri.append("http://")
        uri.append(entrance.authority)
        uri.append(UInt8(ascii: "/"))
        uri.append(secret(of: user).span)
        uri.append(UInt8(ascii: "/"))
        uri.append(profile)
        return uri
    }

    private func secret(of user: UInt32) -> ShortCode {
        var message = ByteBuffer()
        message.append("compat ")
        message.append(decimal: Int(user))
        return ShortCode(of: message.span, under: key)
    }
}
