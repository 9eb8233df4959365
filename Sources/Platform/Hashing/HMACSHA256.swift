package import Bytes
internal import CNettle
internal import Glibc

/// The 32 bytes of a SHA-256 digest or of an HMAC made with it.
package typealias Digest256 = InlineArray<32, UInt8>

/// A key that HMAC-SHA256 (RFC 2104) has absorbed already: each message costs only its own blocks.
///
/// The state stands for the key, so it stays at one address, which only this value owns, and is wiped there. nettle
/// returns it to the keyed state with every digest.
@safe package struct HMACSHA256: ~Copyable {
    private let keyed: UnsafeMutablePointer<hmac_sha256_ctx>

    package init(key: Span<UInt8>) {
        unsafe keyed = .allocate(capacity: 1)
        unsafe keyed.initialize(to: hmac_sha256_ctx())
        unsafe key.withUnsafeBufferPointer { bytes in
            unsafe nettle_hmac_sha256_set_key(keyed, bytes.count, bytes.baseAddress)
        }
        wipeStack()
    }

    deinit {
        unsafe explicit_bzero(keyed, MemoryLayout<hmac_sha256_ctx>.size)
        unsafe keyed.deallocate()
    }

    /// The key that the code of a message is; the code itself is kept nowhere.
    package borrowing func derived(by message: Span<UInt8>) -> HMACSHA256 {
        unsafe message.withUnsafeBufferPointer { bytes in
            unsafe nettle_hmac_sha256_update(keyed, bytes.count, bytes.baseAddress)
        }
        var code = ByteBuffer(capacity: MemoryLayout<Digest256>.size)
        unsafe code.appendUnsafely(atMost: MemoryLayout<Digest256>.size) { bytes in
            unsafe nettle_hmac_sha256_digest(keyed, bytes.count, bytes.baseAddress)
            return bytes.count
        }
        return HMACSHA256(key: code.span)
    }

    /// Becomes another key, for messages that all begin so; a whole number of blocks is absorbed once and for all.
    package mutating func become(
        _ other: borrowing HMACSHA256, absorbing text: borrowing ByteBuffer, _ beginning: Range<Int>
    ) {
        unsafe keyed.pointee = other.keyed.pointee
        unsafe text[beginning].withUnsafeBufferPointer { bytes in
            unsafe nettle_hmac_sha256_update(keyed, bytes.count, bytes.baseAddress)
        }
        // What nettle returns to after each digest.
        unsafe keyed.pointee.inner = keyed.pointee.state
    }

    package borrowing func authenticate(_ message: Span<UInt8>) -> Digest256 {
        unsafe message.withUnsafeBufferPointer { bytes in
            unsafe nettle_hmac_sha256_update(keyed, bytes.count, bytes.baseAddress)
        }
        var code = Digest256(repeating: 0)
        var output = code.mutableSpan
        unsafe output.withUnsafeMutableBufferPointer { bytes in
            unsafe nettle_hmac_sha256_digest(keyed, bytes.count, bytes.baseAddress)
        }
        return code
    }
}
