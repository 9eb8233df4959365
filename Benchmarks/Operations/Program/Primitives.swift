internal import Bytes
internal import Hashing

/// The hashes that signatures are made of, on texts as long as theirs.
final class Primitives {
    private let canonicalRequest = Primitives.bytes(600)
    private let stringToSign = Primitives.bytes(141)
    private let stringToSignV1 = Primitives.bytes(200)
    private let v4Key = HMACSHA256(key: Primitives.bytes(32).span)
    private let v1Key = HMACSHA1(key: Primitives.bytes(32).span)
    private var sum: UInt8 = 0

    private static func bytes(_ count: Int) -> ByteBuffer {
        var bytes = ByteBuffer(capacity: count)
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: index)) }
        return bytes
    }

    var operations: [Operation] {
        [
            Operation(name: "SHA-256, 600 bytes") { [self] in digest(canonicalRequest) },
            Operation(name: "HMAC-SHA256, 141 bytes") { [self] in authenticate(stringToSign) },
            Operation(name: "HMAC-SHA1, 200 bytes") { [self] in authenticateV1(stringToSignV1) },
        ]
    }

    // The results are kept, or the compiler would leave the work out.
    private func digest(_ text: borrowing ByteBuffer) { sum ^= sha256(text.span)[0] }
    private func authenticate(_ text: borrowing ByteBuffer) { sum ^= v4Key.authenticate(text.span)[0] }
    private func authenticateV1(_ text: borrowing ByteBuffer) { sum ^= v1Key.authenticate(text.span)[0] }
}
