import Bytes
import Exchange
import Testing
import Time

struct ExchangeReplyTests {
    private let date = Timestamp(secondsSince1970: 1_700_000_000)

    private func read(_ text: String) throws(ExchangeError) -> ExchangeReply? {
        try ExchangeReply.decode(text.utf8Span.span, maximumBody: 1_000)
    }

    private func written(_ answer: ExchangeAnswer, body: String) -> ByteBuffer {
        var reply = ByteBuffer()
        reply.append(headOf: answer)
        reply.append(body)
        return reply
    }

    @Test func `an answer is a line of JSON and the raw body`() throws {
        let answer = ExchangeAnswer(status: 200, date: date, retryAfter: nil, body: 100..<105)
        let reply = written(answer, body: "a\n\"\0b")
        let head = "{\"status\":200,\"date\":\"2023-11-14T22:13:20Z\",\"retryAfter\":null,\"length\":5}"
        #expect(String(copying: reply.span) == head + "\na\n\"\0b")
        let start = reply.count - 5
        #expect(
            try ExchangeReply.decode(reply.span, maximumBody: 5)
                == .answer(
                    ExchangeAnswer(status: 200, date: date, retryAfter: nil, body: start..<reply.count)))
    }

    @Test func `an answer may be empty, without date, and say when to come again`() throws {
        let reply = written(ExchangeAnswer(status: 503, date: nil, retryAfter: 120, body: 7..<7), body: "")
        #expect(
            try ExchangeReply.decode(reply.span, maximumBody: 0)
                == .answer(
                    ExchangeAnswer(status: 503, date: nil, retryAfter: 120, body: reply.count..<reply.count)))
    }

    @Test(arguments: ExchangeFailure.Kind.allCases)
    func `a failure is one line`(kind: ExchangeFailure.Kind) throws {
        var reply = ByteBuffer()
        reply.append(ExchangeFailure(kind, "could not \"connect\" to app.example.com"))
        #expect(
            try ExchangeReply.decode(reply.span, maximumBody: 0)
                == .failure(ExchangeFailure(kind, "could not \"connect\" to app.example.com")))
    }

    @Test func `no beginning of a reply is one`() throws {
        let answer = written(
            ExchangeAnswer(status: 200, date: date, retryAfter: 3, body: 0..<9), body: "{\"a\":\n1}\n")
        var failure = ByteBuffer()
        failure.append(ExchangeFailure(.tls, "no"))
        for count in 0..<answer.count {
            #expect(try ExchangeReply.decode(answer.span.extracting(0..<count), maximumBody: 9) == nil)
        }
        for count in 0..<failure.count {
            #expect(try ExchangeReply.decode(failure.span.extracting(0..<count), maximumBody: 9) == nil)
        }
    }

    @Test(
        arguments: [
            ("{\"status\":199,\"date\":null,\"retryAfter\":null,\"length\":0}\n", .status),
            ("{\"status\":1000,\"date\":null,\"retryAfter\":null,\"length\":0}\n", .status),
            ("{\"status\":200,\"date\":\"yesterday\",\"retryAfter\":null,\"length\":0}\n", .date),
            ("{\"status\":200,\"date\":null,\"retryAfter\":-1,\"length\":0}\n", .retryAfter),
            ("{\"status\":200,\"date\":null,\"retryAfter\":null,\"length\":-1}\n", .length),
            ("{\"status\":200,\"date\":null,\"retryAfter\":null,\"length\":1001}\n", .length),
            ("{\"status\":200,\"date\":null,\"retryAfter\":null,\"length\":9223372036854775807}\n", .length),
            ("{\"status\":200,\"date\":null,\"retryAfter\":null,\"length\":2}\nabc", .trailingBytes),
            ("{\"status\":200,\"length\":0}\n", .memberMissing),
            ("{\"failure\":\"tls\"}\n", .memberMissing),
            ("{\"failure\":\"tls\",\"message\":\"\",\"status\":200}\n", .memberMissing),
            ("{}\n", .memberMissing),
            ("{\"failure\":\"TLS\",\"message\":\"\"}\n", .failure),
            ("{\"failure\":\"tls\",\"message\":\"\",\"message\":\"\"}\n", .memberTwice),
            ("{\"failure\":\"tls\",\"message\":\"\"}\n\n", .trailingBytes),
            ("{\"error\":1}\n", .unknownMember),
        ] as [(String, ExchangeError)])
    func `an invalid reply is refused`(reply: String, error: ExchangeError) {
        #expect(throws: error) { try read(reply) }
    }

    @Test(arguments: ["{}", "x", "\u{0}"])
    func `refuses a head that something follows in its line`(more: String) {
        #expect(throws: ExchangeError.self) {
            try read("{\"failure\":\"tls\",\"message\":\"\"}\(more)\n")
        }
    }

    @Test func `a head that never ends is refused when it is too long`() throws {
        let head = String(repeating: " ", count: ExchangeLimit.replyHeadBytes)
        #expect(try read(head) == nil)
        #expect(throws: ExchangeError.tooLong) { try read(head + " ") }
    }

    @Test func `a body that is announced as too long is rejected before it arrives`() {
        #expect(throws: ExchangeError.length) {
            try read("{\"status\":200,\"date\":null,\"retryAfter\":null,\"length\":1001}\n")
        }
    }

    @Test func `a message is one line of limited length and always fits`() throws {
        #expect(ExchangeFailure(.network, "a\r\nb\u{1b}[0m\u{85}").message == "a  b [0m ")
        let long = ExchangeFailure(.network, String(repeating: "ü\"", count: 400))
        #expect(long.message.utf8.count <= 512)
        #expect(long.message.hasPrefix("ü\"ü\""))
        var reply = ByteBuffer()
        reply.append(long)
        #expect(try ExchangeReply.decode(reply.span, maximumBody: 0) == .failure(long))
    }

    @Test func `damaged replies are refused or point into themselves`() {
        let reply = written(
            ExchangeAnswer(status: 200, date: date, retryAfter: 3, body: 0..<9), body: "{\"a\":\n1}\n")
        for seed in 0..<5_000 as Range<UInt64> {
            var mutation = Mutation(seed: seed)
            let damaged = mutation.damage(reply.span)
            guard case .answer(let answer)? = try? ExchangeReply.decode(damaged.span, maximumBody: 1_000)
            else { continue }
            #expect(answer.body.upperBound == damaged.count)
            #expect(answer.body.lowerBound > 0)
        }
    }

    /// The two forms of RFC 9110, 10.2.3.
    @Test(
        arguments: [
            ("120", 120), (" 0 ", 0), ("Tue, 14 Nov 2023 22:14:20 GMT", 60),
            ("Tue, 14 Nov 2023 22:13:00 GMT", 0),
            ("-1", nil), ("1.5", nil), ("soon", nil), ("", nil),
        ] as [(String, Int?)])
    func `Retry-After is seconds or a date`(value: String, seconds: Int?) {
        #expect(RetryAfter.seconds(value.utf8Span.span, now: date) == seconds)
    }
}
