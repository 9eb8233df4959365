import Bytes
import HTTP
import Testing

struct ChunkTests {
    private func chunk(_ count: Int) -> String {
        var output = ByteBuffer()
        output.append("before ")
        let chunk = ResponseWriter.beginChunk(into: &output)
        for _ in 0..<count { output.append(UInt8(ascii: "x")) }
        ResponseWriter.finish(chunk, into: &output)
        return output.text
    }

    /// RFC 9112, 7.1: the size in hexadecimal digits, the bytes, each followed by CRLF.
    @Test(arguments: [1, 9, 10, 15, 16, 17, 255, 256, 4_095, 65_536, 1_000_000])
    func `a chunk has its size before its content and a line end after it`(count: Int) throws {
        let text = chunk(count)
        let size = try #require(text.dropFirst("before ".count).split(separator: "\r\n").first)
        #expect(Int(size, radix: 16) == count)
        #expect(text == "before \(size)\r\n\(String(repeating: "x", count: count))\r\n")
    }

    /// An empty chunk would be the last one.
    @Test func `without content it is not there`() {
        #expect(chunk(0) == "before ")
    }

    @Test func `a stream in chunks says so, and ends with an empty one`() throws {
        var output = ByteBuffer()
        ResponseWriter.beginStream(.ok, contentType: "application/x-ndjson", isChunked: true, into: &output)
        #expect(try response(output.bytes).body(answering: .get) == .chunked)
        output.removeAll()
        ResponseWriter.endStream(into: &output)
        #expect(output.text == "0\r\n\r\n")
    }
}
