internal import Glibc

/// Growable memory with one owner; others read it through a `Span`.
///
/// Unlike `[UInt8]` it checks neither uniqueness nor exclusivity at each append, and it wipes memory before
/// freeing it because any buffer may have held a secret. `base` points to `capacity` bytes plus one `block`
/// of padding, owned by this value alone; the first `count` are set.
@safe @usableFromInline package struct ByteBuffer: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<UInt8>
    @usableFromInline package internal(set) var capacity: Int
    @usableFromInline var length = 0
    /// The largest length before the buffer was last shortened.
    @usableFromInline var formerLength = 0

    /// The size of a copy of constant length, which may write padding after the bytes that count.
    @inlinable static var block: Int { 32 }

    package init(capacity: Int = 256) {
        self.capacity = max(capacity, 16)
        unsafe base = .allocate(capacity: self.capacity + ByteBuffer.block)
    }

    /// Creates a buffer with a copy of the bytes.
    package init(copying bytes: Span<UInt8>) {
        self.init(capacity: bytes.count)
        append(bytes)
    }

    deinit {
        unsafe explicit_bzero(base, touched)
        unsafe base.deallocate()
    }

    @inlinable package var count: Int { length }
    @inlinable package var isEmpty: Bool { length == 0 }

    /// The bytes written so far.
    @inlinable package var span: Span<UInt8> {
        @_lifetime(borrow self) get {
            let view = unsafe Span(_unsafeStart: base, count: length)
            return unsafe _overrideLifetime(view, borrowing: self)
        }
    }

    @inlinable package subscript(range: Range<Int>) -> Span<UInt8> {
        @_lifetime(borrow self) get {
            precondition(range.upperBound <= length && range.lowerBound >= 0)
            let view = unsafe Span(_unsafeStart: base + range.lowerBound, count: range.count)
            return unsafe _overrideLifetime(view, borrowing: self)
        }
    }

    @inlinable package subscript(index: Int) -> UInt8 {
        get {
            precondition(index >= 0 && index < length)
            return unsafe base[index]
        }
        set {
            precondition(index >= 0 && index < length)
            unsafe base[index] = newValue
        }
    }

    package func equals(_ bytes: Span<UInt8>) -> Bool {
        span.equals(bytes)
    }

    @inlinable package mutating func truncate(to count: Int) {
        precondition(count >= 0 && count <= length)
        shorten(to: count)
    }

    /// Drops the first bytes and moves the rest to the front.
    package mutating func removeFirst(_ dropped: Int) {
        precondition(dropped >= 0 && dropped <= length)
        guard dropped > 0 else { return }
        unsafe memmove(base, base + dropped, length - dropped)
        shorten(to: length - dropped)
    }

    /// Resizes the bytes in `place` and moves the bytes after them; the caller must overwrite the resized
    /// part.
    package mutating func resize(_ place: Range<Int>, to size: Int) {
        precondition(place.lowerBound >= 0 && place.upperBound <= length && size >= 0)
        reserve(max(0, size - place.count))
        let rest = length - place.upperBound
        unsafe memmove(base + place.lowerBound + size, base + place.upperBound, rest)
        let end = place.lowerBound + size + rest
        if end < length { shorten(to: end) } else { length = end }
    }

    @inlinable package mutating func removeAll() {
        shorten(to: 0)
    }

    /// An upper bound of the bytes ever written.
    private var touched: Int { max(length, formerLength) + ByteBuffer.block }

    @inlinable mutating func shorten(to count: Int) {
        formerLength = max(formerLength, length)
        length = count
    }

    /// Keeps the bytes before `start` and overwrites all others that it ever held.
    package mutating func wipe(from start: Int = 0) {
        precondition(start >= 0 && start <= length)
        unsafe explicit_bzero(base + start, touched - start)
        length = start
        formerLength = start
    }

    /// Makes room for `additional` more bytes, doubling the capacity so that a long message costs few copies.
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

    /// Appends eight bytes, the lowest first.
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

    /// Appends the bytes of another buffer.
    ///
    /// A span of a neighbouring property would borrow its whole owner; this does not.
    @inlinable package mutating func append(_ other: borrowing ByteBuffer) {
        append(other, 0..<other.length)
    }

    /// Appends a part of another buffer.
    ///
    /// Most parts are short, and copying one whole block needs no call and no branch on the length.
    @inlinable package mutating func append(_ other: borrowing ByteBuffer, _ range: Range<Int>) {
        precondition(range.upperBound <= other.length && range.lowerBound >= 0)
        reserve(range.count)
        unsafe copy(range.count, from: other.base + range.lowerBound)
    }

    /// Copies without checks: the room is reserved, and `source` is in a buffer too, followed by the padding
    /// of a block.
    @unsafe @inlinable mutating func copy(_ added: Int, from source: UnsafePointer<UInt8>) {
        if added <= ByteBuffer.block {
            unsafe copyBlock(from: source)
        } else {
            unsafe (base + length).update(from: source, count: added)
        }
        length += added
    }

    /// Copies a block; the next append overwrites the padding.
    @unsafe @inlinable mutating func copyBlock(from source: UnsafePointer<UInt8>) {
        let half = ByteBuffer.block / 2
        let source = unsafe UnsafeRawPointer(source)
        let target = unsafe UnsafeMutableRawPointer(base + length)
        let first = unsafe source.loadUnaligned(as: SIMD16<UInt8>.self)
        let second = unsafe source.loadUnaligned(fromByteOffset: half, as: SIMD16<UInt8>.self)
        unsafe target.storeBytes(of: first, as: SIMD16<UInt8>.self)
        unsafe target.storeBytes(of: second, toByteOffset: half, as: SIMD16<UInt8>.self)
    }

    /// Appends ASCII text known at compile time.
    @inlinable @inline(__always) package mutating func append(_ text: StaticString) {
        let added = text.utf8CodeUnitCount
        reserve(added)
        unsafe (base + length).update(from: text.utf8Start, count: added)
        length += added
    }

    /// Appends text made at run time.
    ///
    /// Disfavored because a literal would otherwise become a `String` first.
    @_disfavoredOverload package mutating func append(_ text: String) {
        append(text.utf8Span.span)
    }

    /// Appends a copy of bytes that the buffer already holds.
    @inlinable package mutating func append(copyOf range: Range<Int>) {
        precondition(range.upperBound <= length && range.lowerBound >= 0)
        reserve(range.count)
        unsafe copy(range.count, from: base + range.lowerBound)
    }

    /// Appends at most `room` bytes that `write` derives from bytes that the buffer already holds.
    package mutating func append(
        from range: Range<Int>, atMost room: Int, _ write: (inout ByteBuffer, Span<UInt8>) -> Void
    ) {
        precondition(range.upperBound <= length && range.lowerBound >= 0)
        reserve(room)
        let limit = length + room
        // The source ends before the first byte written, and `reserve` above makes sure that the memory does
        // not move.
        let source = unsafe Span(_unsafeStart: UnsafePointer(base + range.lowerBound), count: range.count)
        write(&self, source)
        precondition(length <= limit)
    }

    /// Calls `body` to write after the current end; it returns the number of bytes written.
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
