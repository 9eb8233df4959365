package import Bytes
internal import CHogweed

/// Signs with a private key; nettle computes the signatures, and wipes its copies of the key.
package enum PrivateKeySignatures {
    /// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017, 8.2.1); `nil`: the numbers are not those of one key.
    ///
    /// `numbers` are the places of n, e, p, q, d mod p-1, d mod q-1 and the inverse of q in `key`.
    package static func rsa(
        _ key: Span<UInt8>, numbers: [Range<Int>], signing message: Span<UInt8>
    ) -> ByteBuffer? {
        let whole = 0..<key.count + 1
        precondition(
            numbers.count == 7
                && numbers.allSatisfy { whole.contains($0.lowerBound) && whole.contains($0.upperBound) })
        let ranges = numbers.map { hogweed_range(start: $0.lowerBound, length: $0.count) }
        return unsafe signature(of: numbers[0].count) { room in
            unsafe key.withUnsafeBufferPointer { key in
                unsafe ranges.withUnsafeBufferPointer { ranges in
                    unsafe message.withUnsafeBufferPointer { message in
                        unsafe hogweed_sign_rsa_sha256(
                            key.baseAddress, ranges.baseAddress, message.baseAddress, message.count,
                            room.baseAddress, room.count)
                    }
                }
            }
        }
    }

    /// ECDSA on P-256 with SHA-256, as the two numbers, one after the other (RFC 7518, 3.4); `nil`: the secret is
    /// not in the range of the curve.
    package static func p256(_ secret: Span<UInt8>, signing message: Span<UInt8>) -> ByteBuffer? {
        precondition(secret.count == 32)
        return unsafe signature(of: 64) { room in
            unsafe secret.withUnsafeBufferPointer { secret in
                unsafe message.withUnsafeBufferPointer { message in
                    unsafe hogweed_sign_p256_sha256(
                        secret.baseAddress, message.baseAddress, message.count, room.baseAddress)
                }
            }
        }
    }

    /// The public key of a secret on P-256: x and y, one after the other; `nil`: the secret is not in the range of the
    /// curve.
    package static func p256Public(_ secret: Span<UInt8>) -> ByteBuffer? {
        precondition(secret.count == 32)
        return unsafe signature(of: 64) { room in
            unsafe secret.withUnsafeBufferPointer { secret in
                unsafe hogweed_p256_public(secret.baseAddress, room.baseAddress)
            }
        }
    }

    private static func signature(
        of length: Int, _ sign: (UnsafeMutableBufferPointer<UInt8>) -> Int32
    ) -> ByteBuffer? {
        var signature = ByteBuffer(capacity: length)
        unsafe signature.appendUnsafely(atMost: length) { room in
            unsafe sign(room.assumingMemoryBound(to: UInt8.self)) == 1 ? length : 0
        }
        guard !signature.isEmpty else { return nil }
        return signature
    }
}
