import Bytes
import Chunks
import HTTP
import Testing

/// The request that goes on after the daemon has judged a list of objects to delete.
struct JudgementTests {
    /// The lines of the request that goes on, for a program that sent `fields`.
    private func lines(_ fields: String, judged: String) throws -> [Substring] {
        let head = ByteBuffer(
            copying: "POST /?delete HTTP/1.1\r\nForward-Decode: delete\r\n\(fields)\r\n".utf8Span.span)
        let answer = ByteBuffer(
            copying: "HTTP/1.1 200 OK\r\n\(judged)Content-Length: 0\r\n\r\n".utf8Span.span)
        var (scan, answerScan) = (HeadScan(), HeadScan())
        let request = try #require(try FilterRequest.read(head, &scan))
        guard let judgement = try Judgement(answer, &answerScan) else { return [] }
        var output = ByteBuffer()
        let isWhole = request.write(
            as: judgement, head, body: ByteBuffer(copying: "<Delete/>".utf8Span.span), to: &output)
        #expect(isWhole)
        return String(copying: output.span).split(separator: "\r\n")
    }

    @Test func `each field of the signature is the daemon's, and is there once`() throws {
        let names = [
            "Host", "Endpoint", "Authorization", "Content-MD5", "X-OSS-Date", "X-OSS-Content-Sha256",
            "X-OSS-Security-Token", "X-Amz-Date", "X-Amz-Content-Sha256", "X-Amz-Security-Token",
        ]
        let sent = names.map { "\($0): program\r\n" }.joined()
        let answers = names.map { "Forward-\($0): daemon\r\n" }
        let needed = "Forward-Target: /?delete=\r\n" + answers.prefix(4).joined()
        let all = needed + answers.dropFirst(4).joined()
        for (judged, count) in [(needed, 4), (all, 10)] {
            let lines = try lines(sent, judged: judged)
            #expect(lines.first == "POST /?delete= HTTP/1.1")
            #expect(lines.filter { $0.hasSuffix(": daemon") }.count == count)
            #expect(!lines.contains { $0.hasSuffix(": program") })
        }
    }
}
