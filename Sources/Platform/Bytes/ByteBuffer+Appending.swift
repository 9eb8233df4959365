internal import Glibc

extension ByteBuffer {
    /// Makes room for `additional` more bytes; grows by doubling, so that a long message costs few copies.
    @inlinable package mutating func reserve(_ additional: Int) {
        if additional > capacity - length { grow(by: additional) }
    }

    @usableFromInline mutating func grow(by additional: Int) {
        let larger = max(capacity * 2, length + additional)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger + ByteBuffer.block)
        unsafe moved.update(from: base, count: length)
        unsafe explicit_bzero(base, touched)
        unsafe base.deallocate()
        formerLength = 0
        unsafe base = moved
        capacity = larger
    }

    @inlinable package mutating func append(_ byte: UInt8) {
        reserve(1)
        unsafe base[length] = byte
        length += 1
    }

    /// Appends eight bytes at once, the lowest first.
    @inlinable package mutating func append(eight bytes: UInt64) {
        reserve(8)
        unsafe UnsafeMutableRawPointer(base + length).storeBytes(of: bytes.littleEndian, as: UInt64.self)
        length += 8
    }

    @inlinable package mutating func append(_ bytes: Span<UInt8>) {
        let added = bytes.count
        guard added > 0 else { return }
        reserve(added)
        unsafe bytes.withUnsafeBufferPointer { source in
            unsafe (base + length).update(from: source.baseAddress.unsafelyUnwrapped, count: added)
        }
        length += added
    }

    /// Appends what another buffer holds.
    ///
    /// A span of a neighbouring property would borrow the whole owner; this does not.
    @inlinable package mutating func append(_ other: borrowing ByteBuffer) {
        append(other, 0..<other.length)
    }

    /// Appends a part of what another buffer holds.
    ///
    /// Most parts are short: they are moved as a whole block, which needs no call and no look at their length.
    @inlinable package mutating func append(_ other: borrowing ByteBuffer, _ range: Range<Int>) {
        precondition(range.upperBound <= other.length && range.lowerBound >= 0)
        reserve(range.count)
        unsafe copy(range.count, from: other.base + range.lowerBound)
    }

    /// There is room for so many; `source` lies in a buffer too, and so has the room of a block behind it.
    @unsafe @inlinable mutating func copy(_ added: Int, from source: UnsafePointer<UInt8>) {
        if added <= ByteBuffer.block {
            unsafe copyBlock(from: source)
        } else {
            unsafe (base + length).update(from: source, count: added)
        }
        length += added
    }

    /// What lies behind the bytes that count is written over by the next ones.
    @unsafe @inlinable mutating func copyBlock(from source: UnsafePointer<UInt8>) {
        let half = ByteBuffer.block / 2
        let source = unsafe UnsafeRawPointer(source)
        let target = unsafe UnsafeMutableRawPointer(base + length)
        let first = unsafe source.loadUnaligned(as: SIMD16<UInt8>.self)
        let second = unsafe source.loadUnaligned(fromByteOffset: half, as: SIMD16<UInt8>.self)
        unsafe target.storeBytes(of: first, as: SIMD16<UInt8>.self)
        unsafe target.storeBytes(of: second, toByteOffset: half, as: SIMD16<UInt8>.self)
    }

    /// Appends text that is known at compile time; ASCII only.
    @inlinable @inline(__always) package mutating func append(_ text: StaticString) {
        let added = text.utf8CodeUnitCount
        reserve(added)
        unsafe (base + length).update(from: text.utf8Start, count: added)
        length += added
    }

    /// Appends text that is made at run time.
    ///
    /// Disfavored, because a literal would otherwise become a `String` first.
    @_disfavoredOverload package mutating func append(_ text: String) {
        append(text.utf8Span.span)
    }

    /// Appends a copy of bytes that the buffer already holds.
    @inlinable package mutating func append(copyOf range: Range<Int>) {
        precondition(range.upperBound <= length && range.lowerBound >= 0)
        reserve(range.count)
        unsafe copy(range.count, from: base + range.lowerBound)
    }

    /// Appends what `write` makes of bytes that the buffer already holds; it may add `room` bytes at most.
    package mutating func append(
        from range: Range<Int>, atMost room: Int, _ write: (inout ByteBuffer, Span<UInt8>) -> Void
    ) {
        precondition(range.upperBound <= length && range.lowerBound >= 0)
        reserve(room)
        let limit = length + room
        // The source lies before everything that is written, and the reservation keeps it where it is.
        let source = unsafe Span(_unsafeStart: UnsafePointer(base + range.lowerBound), count: range.count)
        write(&self, source)
        precondition(length <= limit)
    }

    /// Lets a system call write behind the present end; `body` says how many bytes it wrote.
    @unsafe package mutating func appendUnsafely<Failure: Error>(
        atMost room: Int,
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) {
        reserve(room)
        let written = try unsafe body(UnsafeMutableRawBufferPointer(start: base + length, count: room))
        precondition(written >= 0 && written <= room)
        length += written
    }
}
