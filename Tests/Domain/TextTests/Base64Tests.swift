import Bytes
import TestSupport
import Testing
import Text

struct Base64Tests {
    /// RFC 4648, section 10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func `writes and reads the examples of RFC 4648`(text: String, encoded: String) {
        var buffer = ByteBuffer()
        buffer.append(base64: text.utf8Span.span)
        #expect(buffer.string == encoded)
        #expect(decoded(encoded) == Array(text.utf8))
    }

    @Test func `writes the two marks of the alphabet`() {
        var buffer = ByteBuffer()
        buffer.append(base64: [UInt8](hex: "fbefbe ffffff").span)
        #expect(buffer.string == "++++////")
    }

    @Test(arguments: [
        "Z", "Zg", "Zg=", "Zm9vZg=", "====", "Z===", "=Zg=", "Zg==Zm9v", "Zm9=Zm9v", "Zm8=\n", "Zm9 ", "Zm-_",
        "Zg==\0\0\0\0",
        // Bits behind the last byte, RFC 4648 section 3.5.
        "Zh==", "Zm9=", "////=" + "===",
    ])
    func `refuses non-canonical text, and appends nothing`(text: String) {
        var buffer = ByteBuffer()
        buffer.append("before")
        let range = buffer.append(base64Decoding: text.utf8Span.span)
        #expect(range == nil)
        #expect(buffer.string == "before")
    }

    @Test func `the decoder reads all that the encoder writes`() {
        var random = SeededRandom(seed: 4_648)
        for _ in 0..<2_000 {
            let bytes = random.bytes(count: 0...70)
            var buffer = ByteBuffer()
            buffer.append(base64: bytes.span)
            #expect(buffer.count == (bytes.count + 2) / 3 * 4)
            #expect(decoded(buffer.string) == bytes)
        }
    }

    private func decoded(_ text: String) -> [UInt8]? {
        var buffer = ByteBuffer()
        buffer.append("before")
        guard let range = buffer.append(base64Decoding: text.utf8Span.span) else { return nil }
        return buffer[range].array
    }
}
