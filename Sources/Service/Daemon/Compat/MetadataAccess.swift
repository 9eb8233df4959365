internal import Access
internal import Bytes
internal import Hashing
internal import Kernel
internal import Settings
internal import Text
internal import Time

/// One network namespace whose programs take us for the metadata of the ECS instance that they are on.
///
/// A token of the hardened mode says until when it is good, for which user, and that it is ours; none of them is kept.
final class MetadataAccess {
    private var entrance: Entrance
    /// `nil`: each user has the one that he can only mean.
    let profile: String?
    let tokens: MetadataTokens
    private let key: HMACSHA256

    init(at entrance: consuming Entrance, for profile: String?, tokens: MetadataTokens, key: Span<UInt8>) {
        self.entrance = entrance
        self.profile = profile
        self.tokens = tokens
        self.key = HMACSHA256(key: key)
    }

    func user(atOtherEndOf socket: borrowing Descriptor) throws(SystemError) -> UInt32? {
        try entrance.user(atOtherEndOf: socket)
    }

    func isAddressed(by host: Span<UInt8>) -> Bool {
        entrance.isAddressed(by: host)
    }
}

extension MetadataAccess {
    /// For how many seconds ECS gives a token at most.
    static let longestLife = 21_600

    func appendToken(for user: UInt32, until end: Timestamp, to output: inout ByteBuffer) {
        output.append(decimal: Int(end.secondsSince1970))
        output.append(UInt8(ascii: "."))
        output.append(code(of: user, until: end).span)
    }

    /// Whether it is one that this user was given, and still good.
    func accepts(_ token: Span<UInt8>, of user: UInt32, at now: Timestamp) -> Bool {
        guard let dot = token.firstIndex(of: UInt8(ascii: "."), from: 0),
            let seconds = token.extracting(first: dot).decimalValue, Int64(seconds) > now.secondsSince1970
        else { return false }
        let expected = code(of: user, until: Timestamp(secondsSince1970: Int64(seconds)))
        return expected.equals(token.extracting(droppingFirst: dot + 1))
    }

    private func code(of user: UInt32, until end: Timestamp) -> ShortCode {
        var message = ByteBuffer()
        message.append("metadata ")
        message.append(decimal: Int(user))
        message.append(" ")
        message.append(decimal: Int(end.secondsSince1970))
        return ShortCode(of: message.span, under: key)
    }
}
