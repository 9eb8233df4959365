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

    @Test func `puts the chunks together`() throws {
        let (text, hasEnded) = try decoded([Self.message])
        #expect(text == Self.content && hasEnded)
    }

    @Test(arguments: 1...Self.message.utf8.count - 1)
    func `does not care where the pieces are cut`(place: Int) throws {
        let pieces = [Self.message.utf8.prefix(place), Self.message.utf8.dropFirst(place)]
        let (text, hasEnded) = try decoded(pieces.map { String(Substring($0)) })
        #expect(text == Self.content && hasEnded)
    }

    @Test func `takes them byte by byte, and goes on until the end`() throws {
        let (text, hasEnded) = try decoded(Self.message.unicodeScalars.map { String($0) })
        #expect(text == Self.content && hasEnded)
        #expect(try !decoded([String(Self.message.dropLast(2))]).hasEnded)
        #expect(try decoded([Self.message + "HTTP/1.1 200 OK"]).text == Self.content)
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
    func `refuses what is no chunk`(text: String) {
        #expect(throws: HTTPError.self) { try decoded([text]) }
    }
}
