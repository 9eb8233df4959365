internal import CHogweed

/// Checks signatures with the public key of their maker; nettle computes them.
///
/// Each function checks the lengths on which the C code relies.
package enum PublicKeySignatures {
    /// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017, 8.2.2).
    package static func isValid(
        rsa signature: Span<UInt8>, of message: Span<UInt8>, modulus: Span<UInt8>, exponent: Span<UInt8>
    ) -> Bool {
        guard signature.count == modulus.count else { return false }
        return unsafe modulus.withUnsafeBufferPointer { modulus in
            unsafe exponent.withUnsafeBufferPointer { exponent in
                unsafe message.withUnsafeBufferPointer { message in
                    unsafe signature.withUnsafeBufferPointer { signature in
                        unsafe hogweed_verify_rsa_sha256(
                            modulus.baseAddress, modulus.count, exponent.baseAddress, exponent.count,
                            message.baseAddress, message.count, signature.baseAddress, signature.count) == 1
                    }
                }
            }
        }
    }

    /// ECDSA on P-256 with SHA-256; the signature is the two numbers, one after the other (RFC 7518, 3.4).
    package static func isValid(
        p256 signature: Span<UInt8>, of message: Span<UInt8>, x: Span<UInt8>, y: Span<UInt8>
    ) -> Bool {
        guard signature.count == 64, x.count == 32, y.count == 32 else { return false }
        return unsafe x.withUnsafeBufferPointer { x in
            unsafe y.withUnsafeBufferPointer { y in
                unsafe message.withUnsafeBufferPointer { message in
                    unsafe signature.withUnsafeBufferPointer { signature in
                        unsafe hogweed_verify_p256_sha256(
                            x.baseAddress, y.baseAddress, message.baseAddress, message.count,
                            signature.baseAddress) == 1
                    }
                }
            }
        }
    }

    /// Ed25519 (RFC 8032, 5.1).
    package static func isValid(ed25519 signature: Span<UInt8>, of message: Span<UInt8>, key: Span<UInt8>)
        -> Bool
    {
        guard signature.count == 64, key.count == 32 else { return false }
        return unsafe key.withUnsafeBufferPointer { key in
            unsafe message.withUnsafeBufferPointer { message in
                unsafe signature.withUnsafeBufferPointer { signature in
                    unsafe hogweed_verify_ed25519(
                        key.baseAddress, message.baseAddress, message.count, signature.baseAddress) == 1
                }
            }
        }
    }
}
