import Bytes
import JSON
import TestSupport
import Testing

struct WritingTests {
    @Test func `the writer puts a comma where one is due`() {
        var buffer = ByteBuffer()
        buffer.beginObject()
        buffer.name("empty")
        buffer.beginObject()
        buffer.endObject()
        buffer.name("list")
        buffer.beginArray()
        buffer.value(1)
        buffer.value(true)
        buffer.null()
        buffer.value("literal")
        buffer.value("made at \("run time")")
        buffer.beginArray()
        buffer.endArray()
        buffer.beginObject()
        buffer.name("a{[:,\n".utf8Span.span)
        buffer.value("{[:".utf8Span.span)
        buffer.name("b")
        buffer.value(-5)
        buffer.endObject()
        buffer.endArray()
        buffer.name("last")
        buffer.value(false)
        buffer.endObject()
        let expected = #"""
            {"empty":{},"list":[1,true,null,"literal","made at run time",[],{"a{[:,\n":"{[:","b":-5}],"last":false}
            """#
        #expect(buffer.string == expected)
        #expect(problem(in: buffer.array) == nil)
    }

    @Test func `an object after a finished line has no comma before it`() {
        var buffer = ByteBuffer()
        buffer.append("content-type: application/x-ndjson\r\n\r\n")
        for number in 1...2 {
            buffer.beginObject()
            buffer.name("event")
            buffer.value(number)
            buffer.endObject()
            buffer.append("\n")
        }
        #expect(buffer.string.hasSuffix("\r\n\r\n{\"event\":1}\n{\"event\":2}\n"))
    }

    @Test(arguments: [
        ("", ""), ("abc", "abc"), ("\"", "\\\""), ("\\", "\\\\"), ("a\nb\rc\td", "a\\nb\\rc\\td"), ("/", "/"),
        ("\0\u{1F}\u{7F}", "\\u0000\\u001f\\u007f"), ("ü文😀", "ü文😀"), ("\u{8}\u{C}", "\\u0008\\u000c"),
    ])
    func `escapes the bytes that a string must not contain`(text: String, escaped: String) {
        var buffer = ByteBuffer()
        buffer.value(text.utf8Span.span)
        #expect(buffer.string == "\"\(escaped)\"")
    }

    /// The path of an executable may be any bytes, and it appears in answers.
    @Test func `writes JSON even of bytes that are no text`() {
        var buffer = ByteBuffer()
        buffer.value([UInt8](hex: "2F62 FF 22 C3 0A").span)
        #expect(buffer.string == "\"/b\u{FFFD}\\\"\u{FFFD}\\n\"")
        #expect(problem(in: buffer.array) == nil)
    }

    @Test func `the reader reads all that the writer writes`() throws {
        var random = SeededRandom(seed: 8_259)
        for _ in 0..<2_000 {
            let text = String(decoding: random.bytes(count: 0...40), as: UTF8.self)
            var buffer = ByteBuffer()
            buffer.value(text)
            var reader = JSONReader(buffer.span)
            let string = try reader.string()
            try reader.end()
            #expect(reader.text(of: string) == text)
        }
    }
}
