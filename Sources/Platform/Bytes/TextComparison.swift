internal import Glibc

extension Span<UInt8> {
    /// Whether the bytes equal a text known at compile time.
    @inlinable package func equals(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && begins(with: text)
    }

    /// Requires that the text is not longer than the bytes.
    ///
    /// If the text is known at the call, this compiles to one or two comparisons with constants.
    @inlinable func begins(with text: StaticString) -> Bool {
        switch text.utf8CodeUnitCount {
        case 17...: beginsAtLength(with: text)
        case 8...: has(text, at: 0, as: UInt64.self) && has(text, endingIn: UInt64.self)
        case 4...: has(text, at: 0, as: UInt32.self) && has(text, endingIn: UInt32.self)
        case 2...: has(text, at: 0, as: UInt16.self) && has(text, endingIn: UInt16.self)
        case 1: has(text, at: 0, as: UInt8.self)
        default: true
        }
    }

    @inlinable func has<Word: FixedWidthInteger & BitwiseCopyable>(
        _ text: StaticString, at offset: Int, as word: Word.Type
    ) -> Bool {
        let expected = unsafe UnsafeRawPointer(text.utf8Start).loadUnaligned(fromByteOffset: offset, as: word)
        return unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: word) == expected
    }

    /// Compares the last word of the text, which may overlap with the first.
    @inlinable func has<Word: FixedWidthInteger & BitwiseCopyable>(
        _ text: StaticString, endingIn word: Word.Type
    ) -> Bool {
        has(text, at: text.utf8CodeUnitCount - MemoryLayout<Word>.size, as: word)
    }

    @usableFromInline func beginsAtLength(with text: StaticString) -> Bool {
        unsafe withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return true }
            return unsafe memcmp(base, text.utf8Start, text.utf8CodeUnitCount) == 0
        }
    }

    @inlinable package func equals(_ other: Span<UInt8>) -> Bool {
        count == other.count && compare(other) == 0
    }

    /// Orders as `memcmp` does; a prefix comes first.
    @usableFromInline package func compare(_ other: Span<UInt8>) -> Int {
        let common = Swift.min(count, other.count)
        guard common > 0 else { return count - other.count }
        let order = unsafe withUnsafeBufferPointer { left in
            unsafe other.withUnsafeBufferPointer { right in
                unsafe memcmp(left.baseAddress.unsafelyUnwrapped, right.baseAddress.unsafelyUnwrapped, common)
            }
        }
        return order != 0 ? Int(order) : count - other.count
    }

    @inlinable package func hasPrefix(_ prefix: StaticString) -> Bool {
        count >= prefix.utf8CodeUnitCount && begins(with: prefix)
    }

    /// Returns the index of the first `byte` at or after `start`.
    package func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
        guard start < count else { return nil }
        return unsafe withUnsafeBufferPointer { bytes -> Int? in
            guard let base = bytes.baseAddress,
                let found = unsafe memchr(base + start, Int32(byte), count - start)
            else {
                return nil
            }
            return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
        }
    }

    /// The number of ASCII bytes at the front, counted in steps of eight, so up to seven may be missing.
    package var countOfASCIIPrefix: Int {
        unsafe withUnsafeBytes { bytes in
            var index = 0
            while index < bytes.count, bytes.count >= 8 {
                // The last eight overlap with the ones before, so that no byte is left over.
                let place = Swift.min(index, bytes.count - 8)
                let eight = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                if eight & 0x8080_8080_8080_8080 != 0 { break }
                index = place + 8
            }
            return index
        }
    }
}

extension String {
    /// Copies the bytes as text; invalid UTF-8 becomes the replacement character.
    package init(copying bytes: Span<UInt8>) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}

extension [UInt8] {
    package init(copying bytes: Span<UInt8>) {
        self = bytes.indices.map { bytes[$0] }
    }
}

extension StaticString {
    /// The bytes of the text, which live as long as the process.
    package var bytes: Span<UInt8> {
        @_lifetime(immortal) get {
            let view = unsafe Span(_unsafeStart: utf8Start, count: utf8CodeUnitCount)
            return unsafe _overrideLifetime(view, copying: ())
        }
    }

    /// Lends the bytes of the text.
    @inlinable package func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        unsafe body(Span(_unsafeStart: utf8Start, count: utf8CodeUnitCount))
    }
}
