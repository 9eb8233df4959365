import Bytes
import Hashing
import TestSupport
import Testing

struct HMACTests {
    /// RFC 2202, section 3: key, message, HMAC-SHA1.
    private static let sha1: [([UInt8], [UInt8], String)] = [
        (
            [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
            "b617318655057264e28bc0b6fb378c8ef146be00"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"
        ),
        (
            [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
            "125d7342b9ac11cd91a39af48aa17b4f63f175d3"
        ),
        (Array(1...25), [UInt8](repeating: 0xCD, count: 50), "4c9007f4026250c6bc8414f9bf50c86c2d7235da"),
        (
            [UInt8](repeating: 0x0C, count: 20), Array("Test With Truncation".utf8),
            "4c1a03424b55e07fe7f27be1d58bb9324a9a5a04"
        ),
        (
            [UInt8](repeating: 0xAA, count: 80),
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "aa4ae5e15272d00e95705637ce8a3b55ed402112"
        ),
        (
            [UInt8](repeating: 0xAA, count: 80),
            Array("Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data".utf8),
            "e8e99d0f45237d786d6bbaa7965c7808bbff1a91"
        ),
    ]

    /// RFC 4231, section 4, without the truncated case 5: key, message, HMAC-SHA256.
    private static let sha256: [([UInt8], [UInt8], String)] = [
        (
            [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            Array(1...25), [UInt8](repeating: 0xCD, count: 50),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131),
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131),
            Array(
                """
                This is a test using a larger than block-size key and a larger than block-size data. \
                The key needs to be hashed before being used by the HMAC algorithm.
                """.utf8),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ]

    @Test(arguments: sha1)
    func `HMAC-SHA1 as in RFC 2202`(key: [UInt8], message: [UInt8], expected: String) {
        let code = HMACSHA1(key: key.span).authenticate(message.span)
        #expect(code.span.array == [UInt8](hex: expected))
    }

    @Test(arguments: sha256)
    func `HMAC-SHA256 as in RFC 4231`(key: [UInt8], message: [UInt8], expected: String) {
        let code = HMACSHA256(key: key.span).authenticate(message.span)
        #expect(code.span.array == [UInt8](hex: expected))
    }

    @Test func `one message leaves no trace in the next`() {
        let sha1 = HMACSHA1(key: "Jefe".utf8Span.span)
        let sha256 = HMACSHA256(key: "Jefe".utf8Span.span)
        let message = "what do ya want for nothing?".utf8Span.span
        for _ in 0..<3 {
            _ = sha1.authenticate("something else".utf8Span.span)
            _ = sha256.authenticate("something else".utf8Span.span)
            let short = sha1.authenticate(message)
            let long = sha256.authenticate(message)
            #expect(short.span.array == [UInt8](hex: Self.sha1[1].2))
            #expect(long.span.array == [UInt8](hex: Self.sha256[1].2))
        }
    }

    @Test func `a beginning that was absorbed belongs to each message, and to none of the key itself`() throws
    {
        let (bytes, message, expected) = try #require(Self.sha256.last)
        let key = HMACSHA256(key: bytes.span)
        let begun = HMACSHA256(key, absorbing: ByteBuffer(copying: message.span.extracting(first: 64)))
        for _ in 0..<2 {
            let rest = begun.authenticate(message.span.extracting(droppingFirst: 64))
            let whole = key.authenticate(message.span)
            #expect(rest.span.array == [UInt8](hex: expected))
            #expect(whole.span.array == [UInt8](hex: expected))
        }
    }

    /// The keys are those of `openssl dgst -hmac ''`: HMAC pads an empty key with zeroes like any other.
    @Test func `an empty key and an empty message are allowed`() {
        let sha1 = HMACSHA1(key: "".utf8Span.span).authenticate("".utf8Span.span)
        let sha256 = HMACSHA256(key: "".utf8Span.span).authenticate("".utf8Span.span)
        #expect(sha1.span.array == [UInt8](hex: "fbdb1d1b18aa6c08324b7d64b71fb76370690e1d"))
        #expect(
            sha256.span.array
                == [UInt8](hex: "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"))
    }
}
