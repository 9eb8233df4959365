package import Bytes
internal import CNettle
internal import Glibc

/// A key of AES-256 in Galois/Counter mode (NIST SP 800-38D).
///
/// The key schedule is as secret as the key, so it stays at one address owned by this value alone and is
/// wiped there.
@safe package struct AES256GCM: ~Copyable {
    package static let keyLength = 32
    package static let nonceLength = 12
    package static let tagLength = 16

    private let schedule: UnsafeMutablePointer<gcm_aes256_ctx>

    /// Returns `nil` if the key does not have 32 bytes.
    package init?(key: Span<UInt8>) {
        guard key.count == AES256GCM.keyLength else { return nil }
        unsafe schedule = .allocate(capacity: 1)
        unsafe schedule.initialize(to: gcm_aes256_ctx())
        unsafe key.withUnsafeBufferPointer { bytes in
            unsafe nettle_gcm_aes256_set_key(schedule, bytes.baseAddress)
        }
    }

    deinit {
        unsafe explicit_bzero(schedule, MemoryLayout<gcm_aes256_ctx>.size)
        unsafe schedule.deallocate()
    }

    /// Appends the encrypted message and its tag; never use a nonce twice.
    ///
    /// `context` is authenticated but not encrypted: `open` must be given the same.
    package borrowing func seal(
        _ message: Span<UInt8>, nonce: Span<UInt8>, binding context: Span<UInt8>, to out: inout ByteBuffer
    ) {
        begin(nonce, context)
        unsafe message.withUnsafeBufferPointer { source in
            unsafe out.appendUnsafely(atMost: source.count) { room in
                unsafe nettle_gcm_aes256_encrypt(
                    schedule, source.count, room.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    source.baseAddress)
                return source.count
            }
        }
        let tag = finish()
        out.append(tag.span)
    }

    /// Returns the message, or `nil` if the key, the nonce, the context or any bit of the message differs.
    package borrowing func open(
        _ sealed: Span<UInt8>, nonce: Span<UInt8>, binding context: Span<UInt8>
    ) -> ByteBuffer? {
        let length = sealed.count - AES256GCM.tagLength
        guard length >= 0 else { return nil }
        begin(nonce, context)
        var message = ByteBuffer(capacity: length)
        unsafe sealed.withUnsafeBufferPointer { source in
            unsafe message.appendUnsafely(atMost: length) { room in
                unsafe nettle_gcm_aes256_decrypt(
                    schedule, length, room.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    source.baseAddress)
                return length
            }
        }
        let tag = finish()
        guard tag.span.equalsInConstantTime(sealed.extracting(droppingFirst: length)) else { return nil }
        return message
    }

    private borrowing func begin(_ nonce: Span<UInt8>, _ context: Span<UInt8>) {
        precondition(nonce.count == AES256GCM.nonceLength)
        unsafe nonce.withUnsafeBufferPointer { bytes in
            unsafe nettle_gcm_aes256_set_iv(schedule, bytes.count, bytes.baseAddress)
        }
        unsafe context.withUnsafeBufferPointer { bytes in
            unsafe nettle_gcm_aes256_update(schedule, bytes.count, bytes.baseAddress)
        }
    }

    private borrowing func finish() -> InlineArray<16, UInt8> {
        unsafe filled { length, bytes in unsafe nettle_gcm_aes256_digest(schedule, length, bytes) }
    }
}
