import Bytes
import TestSupport
import Testing

struct SecretTests {
    @Test(arguments: [0, 1, 30, 4_096, 5_000])
    func `returns the bytes it was given`(count: Int) {
        var random = SeededRandom(seed: UInt64(count))
        let bytes = random.bytes(count: count...count)
        let secret = Secret(copying: bytes.span)
        #expect(secret.count == count)
        #expect(secret.withBytes { $0.array } == bytes)
    }

    @Test func `equals the same bytes only`() {
        let secret = Secret(copying: "PublicVectorSecretKey".utf8Span.span)
        #expect(secret.equals("PublicVectorSecretKey".utf8Span.span) == true)
        #expect(secret.equals("PublicVectorSecretKez".utf8Span.span) == false)
        #expect(secret.equals("QublicVectorSecretKey".utf8Span.span) == false)
        #expect(secret.equals("PublicVectorSecretKe".utf8Span.span) == false)
        #expect(secret.equals("".utf8Span.span) == false)
        #expect(Secret(copying: "".utf8Span.span).equals("".utf8Span.span) == true)
    }
}
