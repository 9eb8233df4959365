internal import Bytes
internal import CNettle

/// SHA-256 of one message (FIPS 180-4).
package func sha256(_ message: Span<UInt8>) -> Digest256 {
    var context = sha256_ctx()
    unsafe nettle_sha256_init(&context)
    unsafe message.withUnsafeBufferPointer { bytes in
        unsafe nettle_sha256_update(&context, bytes.count, bytes.baseAddress)
    }
    var digest = Digest256(repeating: 0)
    var output = digest.mutableSpan
    unsafe output.withUnsafeMutableBufferPointer { bytes in
        unsafe nettle_sha256_digest(&context, bytes.count, bytes.baseAddress)
    }
    return digest
}
