internal import Glibc

/// Growable memory that one owner writes and everybody else reads through a `Span`.
///
/// The only raw memory that the layers above `Platform` touch: `[UInt8]` pays for uniqueness and exclusivity at every
/// append, this does not. `base` points to `capacity` bytes, and the room of a `block` behind them, that only this value
/// owns; the first `count` are set.
///
/// What is given back to the heap is wiped before, since no buffer knows whether a secret went through it.
@safe @usableFromInline package struct ByteBuffer: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    @usableFromInline var length = 0
    /// How many bytes were set at the most before the buffer was last shortened.
    @usableFromInline var formerLength = 0

    /// So many bytes are copied in one go, of which perhaps only the first few count.
    @inlinable static var block: Int { 32 }

    package init(capacity: Int = 256) {
        self.capacity = max(capacity, 16)
        unsafe base = .allocate(capacity: self.capacity + ByteBuffer.block)
    }

    /// A buffer of its own with the same bytes.
    package init(copying bytes: Span<UInt8>) {
        self.init(capacity: bytes.count)
        append(bytes)
    }

    deinit {
        unsafe explicit_bzero(base, touched)
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

    /// Gives the bytes in `place` another size and moves what is behind them; which bytes are there then is left to the
    /// caller.
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

    /// How many bytes at the front may ever have been written.
    var touched: Int { max(length, formerLength) + ByteBuffer.block }

    @inlinable mutating func shorten(to count: Int) {
        formerLength = max(formerLength, length)
        length = count
    }

    /// Empties the buffer and overwrites all that it ever held.
    package mutating func wipe() {
        wipe(from: 0)
    }

    /// Keeps the first bytes, and overwrites all that was ever behind them.
    package mutating func wipe(from start: Int) {
        precondition(start >= 0 && start <= length)
        unsafe explicit_bzero(base + start, touched - start)
        length = start
        formerLength = start
    }
}
