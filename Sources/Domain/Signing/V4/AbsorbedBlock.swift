internal import Bytes
internal import Hashing

/// A signing key that has absorbed the first block of the string before: those of one second begin alike.
struct AbsorbedBlock: ~Copyable {
    /// Of SHA-256.
    private static let size = 64

    private var key: SigningKey?
    private var block = ByteBuffer(capacity: AbsorbedBlock.size)
    private var code: HMACSHA256?

    /// The code of the whole string.
    mutating func authenticate(_ string: borrowing ByteBuffer, with key: SigningKey) -> Digest256 {
        let size = AbsorbedBlock.size
        guard string.count >= size else { return key.code.authenticate(string.span) }
        if self.key !== key || !block.equals(string[0..<size]) { absorb(string[0..<size], with: key) }
        return code?.authenticate(string[size..<string.count]) ?? key.code.authenticate(string.span)
    }

    private mutating func absorb(_ first: Span<UInt8>, with key: SigningKey) {
        code = key.code.absorbing(first)
        block.removeAll()
        block.append(first)
        self.key = key
    }
}
