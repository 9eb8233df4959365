import Bytes
import HTTP
import Testing

struct RequestWriterTests {
    @Test(arguments: Method.allCases.filter { $0 != .other })
    func `writes what the decoder reads`(method: Method) throws {
        var output = ByteBuffer()
        let mark = try RequestWriter.begin(
            method, target: Array("/v1/x?a=%20".utf8).span, host: "localhost", into: &output)
        output.append("{}" as String)
        RequestWriter.finish(mark, into: &output)
        let head = try request(output.text)
        #expect(head.method == method)
        #expect(output.text[head.path] == "/v1/x")
        #expect(output.text[head.query] == "a=%20")
        #expect(head.host.map { output.text[$0] } == "localhost")
        #expect(head.messageLength == output.count)
    }

    @Test func `writes a request without a body`() throws {
        var output = ByteBuffer()
        try RequestWriter.write(.get, target: Array("/".utf8).span, host: "localhost", into: &output)
        #expect(output.text == "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    }

    @Test(arguments: ["", "a", "/a b", "/\r\nX: y", "http://a/", "/\u{e9}", "/a?b c"])
    func `refuses a target that would not be one, and writes nothing`(target: String) {
        var output = ByteBuffer()
        #expect(throws: HTTPError.self) {
            try RequestWriter.write(.get, target: Array(target.utf8).span, host: "localhost", into: &output)
        }
        #expect(output.text == "")
    }
}
