internal import Glibc

/// Growable memory that one owner writes and everybody else reads through a `Span`.
///
/// The only raw memory that the layers above `Platform` touch: `[UInt8]` pays for uniqueness and exclusivity at every
/// append, this does not. `base` points to `capacity` bytes that only this value owns; the first `count` are set.
///
/// What is given back to the heap is wiped before, since no buffer knows whether a secret went through it.
@safe @usableFromInline package struct ByteBuffer: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    @usableFromInline var length = 0
    /// How many bytes were set at the most before the buffer was last shortened.
    @usableFromInline var formerLength = 0

    package init(capacity: Int = 256) {
        self.capacity = max(capacity, 16)
        unsafe base = .allocate(capacity: self.capacity)
    }

    /// A buffer of its own with the same bytes.
    package init(copying bytes: Span<UInt8>) {
        self.init(capacity: bytes.count)
        append(bytes)
    }

    deinit {
        unsafe explicit_bzero(base, max(length, formerLength))
        unsafe base.deallocate()
    }
}

extension ByteBuffer {
    @inlinable package var count: Int { length }
    @inlinable package var isEmpty: Bool { length == 0 }

    /// Everything that was written so far.
    @inlinable package var span: Span<UInt8> {
        @_lifetime(borrow self) get {
            let view = unsafe Span(_unsafeStart: base, count: length)
            return unsafe _overrideLifetime(view, borrowing: self)
        }
    }

    /// The part of the buffer that `range` names.
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
}

extension ByteBuffer {
    /// Makes room for `additional` more bytes; grows by doubling, so that a long message costs few copies.
    @inlinable package mutating func reserve(_ additional: Int) {
        if additional > capacity - length { grow(by: additional) }
    }

    @usableFromInline mutating func grow(by additional: Int) {
        let larger = max(capacity * 2, length + additional)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        unsafe moved.update(from: base, count: length)
        unsafe explicit_bzero(base, max(length, formerLength))
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
        append(other.span)
    }

    /// Appends a part of what another buffer holds.
    @inlinable package mutating func append(_ other: borrowing ByteBuffer, _ range: Range<Int>) {
        append(other[range])
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
        unsafe (base + length).update(from: base + range.lowerBound, count: range.count)
        length += range.count
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

extension ByteBuffer {
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
        unsafe memmove(base, base + dropped, length - dropped)
        shorten(to: length - dropped)
    }

    @inlinable package mutating func removeAll() {
        shorten(to: 0)
    }

    @inlinable mutating func shorten(to count: Int) {
        formerLength = max(formerLength, length)
        length = count
    }

    /// Empties the buffer and overwrites all that it ever held.
    package mutating func wipe() {
        unsafe explicit_bzero(base, max(length, formerLength))
        length = 0
        formerLength = 0
    }
}
