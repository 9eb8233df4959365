import Bytes
import HTTP
import Testing

/// Examples by RFC 9112, 7.1.
struct ChunkedBodyTests {
    private static let message =
        "4\r\nWiki\r\n7;name=\"v\"\r\npedia i\r\nB \r\nn \r\nchunks.\r\n0\r\nField: x\r\n\r\n"
    private static let content = "Wikipedia in \r\nchunks."

    private func decoded(_ pieces: [String]) throws -> (text: String, hasEnded: Bool) {
        var body = ChunkedBody()
        var output = ByteBuffer()
        for piece in pieces { try body.decode(piece.utf8Span.span, into: &output) }
        return (String(copying: output.span), body.hasEnded)
    }

    @Test func `the decoder joins the chunks`() throws {
        let (text, hasEnded) = try decoded([Self.message])
        #expect(text == Self.content && hasEnded)
    }

    @Test(arguments: 1...Self.message.utf8.count - 1)
    func `the decoder does not depend on where the pieces are cut`(place: Int) throws {
        let pieces = [Self.message.utf8.prefix(place), Self.message.utf8.dropFirst(place)]
        let (text, hasEnded) = try decoded(pieces.map { String(Substring($0)) })
        #expect(text == Self.content && hasEnded)
    }

    @Test func `the decoder takes the body byte by byte up to its end`() throws {
        let (text, hasEnded) = try decoded(Self.message.unicodeScalars.map { String($0) })
        #expect(text == Self.content && hasEnded)
        #expect(try !decoded([String(Self.message.dropLast(2))]).hasEnded)
        #expect(try !decoded([String(Self.message.dropLast())]).hasEnded)
        #expect(try decoded([Self.message + "HTTP/1.1 200 OK"]).text == Self.content)
    }

    @Test func `a body may have any number of chunks, and its lines 4096 bytes each`() throws {
        let chunks = String(repeating: "1\r\na\r\n", count: 2_000)
        let (text, hasEnded) = try decoded([chunks + "0\r\n\r\n"])
        #expect(text == String(repeating: "a", count: 2_000) && hasEnded)
        // A size with an extension, and the end of its line.
        func line(_ count: Int) -> String { "1;" + String(repeating: "x", count: count - 4) + "\r\na" }
        #expect(try decoded([line(4_096)]).text == "a")
        #expect(throws: HTTPError.self) { try decoded([line(4_097)]) }
    }

    @Test(arguments: ["1a", "1A", "001a", "1a;a=b", "1a "])
    func `sizes are hexadecimal`(size: String) throws {
        let content = "abcdefghijklmnopqrstuvwxyz"
        let (text, hasEnded) = try decoded(["\(size)\r\n\(content)\r\n0\r\n\r\n"])
        #expect(text == content && hasEnded)
    }

    @Test(arguments: [
        "x\r\n", "\r\n", "-1\r\n", "4\r\nWikiX", "fffffffffffffffff\r\n", " 4\r\nWiki",
        "4" + String(repeating: " ", count: 5_000),
    ])
    func `an invalid chunk is refused`(text: String) {
        #expect(throws: HTTPError.self) { try decoded([text]) }
    }
}
