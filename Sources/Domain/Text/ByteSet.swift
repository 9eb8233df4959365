/// A set of ASCII bytes, tested with one shift.
///
/// Inlined functions build sets from constants, so a set costs nothing at run time.
@usableFromInline package struct ByteSet: Sendable {
    @usableFromInline let low: UInt64
    @usableFromInline let high: UInt64

    /// Takes one bit for each member below 64, and one for each from 64 on.
    @inlinable init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    @inlinable package func with(_ member: Unicode.Scalar) -> ByteSet {
        let bit: UInt64 = 1 << UInt64(member.value & 63)
        return member.value < 64 ? ByteSet(low: low | bit, high: high) : ByteSet(low: low, high: high | bit)
    }

    @inlinable package func without(_ member: Unicode.Scalar) -> ByteSet {
        let others: UInt64 = ~(1 << UInt64(member.value & 63))
        return member.value < 64
            ? ByteSet(low: low & others, high: high) : ByteSet(low: low, high: high & others)
    }

    @inlinable package func contains(_ byte: UInt8) -> Bool {
        let half = byte < 64 ? low : high
        return byte < 128 && half >> UInt64(byte & 63) & 1 == 1
    }

    @inlinable package static var digits: ByteSet { ByteSet(low: 0x03FF_0000_0000_0000, high: 0) }
    @inlinable package static var alphanumeric: ByteSet {
        ByteSet(low: 0x03FF_0000_0000_0000, high: 0x07FF_FFFE_07FF_FFFE)
    }

    /// Characters that a URL never escapes (RFC 3986, 2.3).
    @inlinable package static var unreserved: ByteSet { alphanumeric.with("-").with(".").with("_").with("~") }

    /// Characters of a URL segment (RFC 3986, 3.3), and the percent sign of an escape.
    @inlinable package static var inSegment: ByteSet {
        unreserved.with("!").with("$").with("&").with("'").with("(").with(")").with("*").with("+").with(",")
            .with(";").with("=").with(":").with("@").with("%")
    }

    /// Characters of a header name (RFC 9110, 5.6.2).
    @inlinable package static var token: ByteSet {
        alphanumeric.with("!").with("#").with("$").with("%").with("&").with("'").with("*").with("+").with("-")
            .with(".").with("^").with("_").with("`").with("|").with("~")
    }
}

extension Span<UInt8> {
    /// Whether all bytes are in the set.
    ///
    /// Inlined, so that the set is a constant at the call.
    @inlinable @inline(__always) package func isAll(in set: ByteSet) -> Bool {
        for index in 0..<count where !set.contains(self[index]) { return false }
        return true
    }
}
