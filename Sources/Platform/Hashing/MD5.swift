internal import CNettle

/// MD5 (RFC 1321), which OSS wants of some bodies; it protects nothing.
package enum MD5 {
    package static func hash(_ message: Span<UInt8>) -> InlineArray<16, UInt8> {
        var state = md5_ctx()
        unsafe nettle_md5_init(&state)
        unsafe message.withUnsafeBufferPointer { bytes in
            unsafe nettle_md5_update(&state, bytes.count, bytes.baseAddress)
        }
        return unsafe filled { length, bytes in unsafe nettle_md5_digest(&state, length, bytes) }
    }
}
