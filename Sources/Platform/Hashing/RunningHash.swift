internal import CNettle

/// SHA-256 (FIPS 180-4) of a message that arrives in pieces.
package struct RunningSHA256 {
    private var context = sha256_ctx()

    package init() {
        unsafe nettle_sha256_init(&context)
    }

    package mutating func update(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe nettle_sha256_update(&context, bytes.count, bytes.baseAddress)
        }
    }

    /// The hash; the next message begins afterwards.
    package mutating func digest() -> Digest256 {
        unsafe filled { length, bytes in unsafe nettle_sha256_digest(&context, length, bytes) }
    }
}

/// SHA-1 (FIPS 180-4) of a message that arrives in pieces.
package struct RunningSHA1 {
    private var context = sha1_ctx()

    package init() {
        unsafe nettle_sha1_init(&context)
    }

    package mutating func update(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe nettle_sha1_update(&context, bytes.count, bytes.baseAddress)
        }
    }

    /// The hash; the next message begins afterwards.
    package mutating func digest() -> Digest160 {
        unsafe filled { length, bytes in unsafe nettle_sha1_digest(&context, length, bytes) }
    }
}
