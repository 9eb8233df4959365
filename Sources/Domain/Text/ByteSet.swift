/// A set of ASCII bytes, asked in one shift.
@usableFromInline package struct ByteSet: Sendable {
    @usableFromInline var low: UInt64 = 0
    @usableFromInline var high: UInt64 = 0

    package init(_ members: StaticString) {
        for scalar in members.description.unicodeScalars {
            insert(UInt8(ascii: scalar))
        }
    }

    private mutating func insert(_ byte: UInt8) {
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }

    @inlinable package func contains(_ byte: UInt8) -> Bool {
        let half = byte < 64 ? low : high
        return byte < 128 && half >> UInt64(byte & 63) & 1 == 1
    }
}

extension Span<UInt8> {
    /// Whether all bytes are in the set.
    package func isAll(in set: ByteSet) -> Bool {
        for index in 0..<count where !set.contains(self[index]) { return false }
        return true
    }
}

extension ByteSet {
    /// What no URL escapes (RFC 3986, 2.3).
    package static let unreserved = ByteSet(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    package static let unreservedAndSlash = ByteSet(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")
    /// The characters of a header name (RFC 9110, 5.6.2).
    package static let token = ByteSet(
        "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    package static let digits = ByteSet("0123456789")
}
