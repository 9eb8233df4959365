package import Bytes
internal import CNettle
internal import Glibc

/// Hashes one message with SHA-256 (FIPS 180-4).
package func sha256(_ message: Span<UInt8>) -> Digest256 {
    var context = sha256_ctx()
    unsafe nettle_sha256_init(&context)
    unsafe message.withUnsafeBufferPointer { bytes in
        unsafe nettle_sha256_update(&context, bytes.count, bytes.baseAddress)
    }
    return unsafe filled { length, bytes in unsafe nettle_sha256_digest(&context, length, bytes) }
}

/// The bytes that `fill` writes.
@inline(__always)
func filled<let length: Int>(
    by fill: (Int, UnsafeMutablePointer<UInt8>?) -> Void
) -> InlineArray<length, UInt8> {
    var bytes = InlineArray<length, UInt8>(repeating: 0)
    var room = bytes.mutableSpan
    unsafe room.withUnsafeMutableBufferPointer { room in unsafe fill(room.count, room.baseAddress) }
    return bytes
}

/// The 32 bytes of a SHA-256 digest or of an HMAC-SHA256.
package typealias Digest256 = InlineArray<32, UInt8>

/// A key that HMAC-SHA256 (RFC 2104) has already absorbed, so that a message costs only its own blocks.
///
/// The state is as secret as the key, so it stays at one address owned by this value alone and is wiped
/// there. nettle returns to the keyed state after each digest.
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

    /// Returns a key made of the HMAC of `message`; the HMAC itself is wiped.
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

    /// Copies another key and absorbs a beginning that many messages share, which must be a whole number of
    /// blocks.
    package init(_ other: borrowing HMACSHA256, absorbing beginning: borrowing ByteBuffer) {
        unsafe keyed = .allocate(capacity: 1)
        unsafe keyed.initialize(to: other.keyed.pointee)
        unsafe beginning.span.withUnsafeBufferPointer { bytes in
            unsafe nettle_hmac_sha256_update(keyed, bytes.count, bytes.baseAddress)
        }
        // nettle returns to this state after each digest.
        unsafe keyed.pointee.inner = keyed.pointee.state
    }

    package borrowing func authenticate(_ message: Span<UInt8>) -> Digest256 {
        unsafe message.withUnsafeBufferPointer { bytes in
            unsafe nettle_hmac_sha256_update(keyed, bytes.count, bytes.baseAddress)
        }
        return unsafe filled { length, bytes in unsafe nettle_hmac_sha256_digest(keyed, length, bytes) }
    }
}
