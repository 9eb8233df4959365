internal import Bytes
internal import CNettle
internal import Glibc

/// The 20 bytes of an HMAC-SHA1.
package typealias Digest160 = InlineArray<20, UInt8>

/// A key that HMAC-SHA1 (RFC 2104) has already absorbed, so that a message costs only its own blocks.
///
/// The state is as secret as the key, so it stays at one address owned by this value alone and is wiped
/// there. nettle returns to the keyed state after each digest.
@safe package struct HMACSHA1: ~Copyable {
    private let keyed: UnsafeMutablePointer<hmac_sha1_ctx>

    package init(key: Span<UInt8>) {
        unsafe keyed = .allocate(capacity: 1)
        unsafe keyed.initialize(to: hmac_sha1_ctx())
        unsafe key.withUnsafeBufferPointer { bytes in
            unsafe nettle_hmac_sha1_set_key(keyed, bytes.count, bytes.baseAddress)
        }
        wipeStack()
    }

    deinit {
        unsafe explicit_bzero(keyed, MemoryLayout<hmac_sha1_ctx>.size)
        unsafe keyed.deallocate()
    }

    package borrowing func authenticate(_ message: Span<UInt8>) -> Digest160 {
        unsafe message.withUnsafeBufferPointer { bytes in
            unsafe nettle_hmac_sha1_update(keyed, bytes.count, bytes.baseAddress)
        }
        return unsafe filled { length, bytes in unsafe nettle_hmac_sha1_digest(keyed, length, bytes) }
    }
}
