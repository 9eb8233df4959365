import Bytes
import TestSupport
import Testing
import Text

struct PercentEncodingTests {
    /// RFC 3986, section 2.3.
    private static let unreserved = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

    @Test(arguments: [
        ("", ""), ("abc-XYZ_0.9~", "abc-XYZ_0.9~"), (" ", "%20"), ("a+b", "a%2Bb"),
        ("*'()!", "%2A%27%28%29%21"),
        ("a/b", "a%2Fb"), ("100%", "100%25"), ("ü", "%C3%BC"), ("文", "%E6%96%87"), ("😀", "%F0%9F%98%80"),
        ("%20", "%2520"), ("e\u{301}", "e%CC%81"),
    ])
    func `encodes as the OSS documents say`(text: String, encoded: String) {
        var buffer = ByteBuffer()
        buffer.append(percentEncoded: text.utf8Span.span)
        #expect(buffer.string == encoded)
    }

    @Test func `leaves the unreserved characters alone and no other, a slash only in paths`() {
        for byte in UInt8.min...UInt8.max {
            var value = ByteBuffer()
            var path = ByteBuffer()
            value.append(percentEncoded: [byte].span)
            path.append(percentEncodedPath: [byte].span)
            #expect((value.count == 1) == Self.unreserved.contains(byte))
            #expect((path.count == 1) == (Self.unreserved.contains(byte) || byte == UInt8(ascii: "/")))
        }
    }

    @Test(arguments: [
        ("a%20b", "a b"), ("a+b", "a+b"), ("%2f%2F", "//"), ("", ""), ("%25", "%"), ("a%41", "aA"),
    ])
    func `decodes either case, and leaves the plus sign`(encoded: String, text: String) {
        #expect(decoded(encoded) == Array(text.utf8))
    }

    @Test(arguments: ["%", "%4", "a%", "a%2", "%GG", "%4G", "%%41", "a%2", "%+1", "% 1"])
    func `refuses a broken escape, and appends nothing`(text: String) {
        var buffer = ByteBuffer()
        buffer.append("before")
        let range = buffer.append(percentDecoding: text.utf8Span.span)
        #expect(range == nil)
        #expect(buffer.string == "before")
    }

    @Test func `the decoder reads all that the encoder writes`() {
        var random = SeededRandom(seed: 3_986)
        for _ in 0..<2_000 {
            let bytes = random.bytes(count: 0...70)
            var value = ByteBuffer()
            var path = ByteBuffer()
            value.append(percentEncoded: bytes.span)
            path.append(percentEncodedPath: bytes.span)
            #expect(decoded(value.string) == bytes)
            #expect(decoded(path.string) == bytes)
        }
    }

    private func decoded(_ text: String) -> [UInt8]? {
        var buffer = ByteBuffer()
        buffer.append("before")
        guard let range = buffer.append(percentDecoding: text.utf8Span.span) else { return nil }
        return buffer[range].array
    }
}
