import Bytes
import Kernel
import TestSupport
import Testing
import Transfer

/// The response of a transfer, as text.
struct Answer: Equatable {
    var status: Int
    var body: String
    var date: String
    var retryAfter: String
}

/// A transfer that each test can change.
struct Attempt {
    var limits = TransferLimits(connecting: patience, total: patience, responseSize: 1_000)
    var ca: String?
    var headers: [(String, String)] = []
    var body: String?

    func callAsFunction(_ url: String) throws(TransferError) -> Answer {
        var transfer = try Transfer(url, within: limits)
        if let ca { try transfer.trust(ca) }
        for (name, value) in headers { try transfer.addHeader(name.utf8Span.span, value.utf8Span.span) }
        let status = if let body { try transfer.post(body.utf8Span.span) } else { try transfer.get() }
        return Answer(
            status: status, body: String(copying: transfer.body), date: String(copying: transfer.date),
            retryAfter: String(copying: transfer.retryAfter))
    }

    /// The kind of the error, if there is one.
    func failure(_ url: String) throws -> TransferError.Kind? {
        do throws(TransferError) {
            _ = try callAsFunction(url)
            return nil
        } catch {
            return error.kind
        }
    }
}

struct TransferTests: ~Copyable {
    private let server: ScriptedServer
    private var attempt = Attempt()

    init() throws {
        ThisProcess.ignoreBrokenPipes()
        server = try ScriptedServer()
    }

    private func url(_ path: String) -> String { "http://127.0.0.1:\(server.port)/\(path)" }

    @Test func `brings the status, the body and the date`() throws {
        let answer = try attempt(url("good?role=a%20b"))
        #expect(
            answer
                == Answer(
                    status: 200, body: "{\"StatusCode\":\"200\"}", date: "Tue, 14 Nov 2023 22:13:20 GMT",
                    retryAfter: ""))
    }

    @Test func `an error of the server is an answer too`() throws {
        let answer = try attempt(url("busy"))
        #expect(answer.status == 503)
        #expect(answer.retryAfter == "120")
        #expect(answer.body == "later")
    }

    @Test func `an earlier head does not count`() throws {
        let answer = try attempt(url("preliminary"))
        #expect(answer == Answer(status: 200, body: "{\"StatusCode\":\"200\"}", date: "", retryAfter: ""))
    }

    @Test func `chunks of a response are joined`() throws {
        let answer = try attempt(url("chunks"))
        #expect(answer.body == "hello world")
    }

    @Test mutating func `sends exactly these headers and this body`() throws {
        attempt.headers = [("X-One", "1"), ("X-Empty", ""), ("Content-Type", "application/json")]
        attempt.body = "{\"a\":\"\u{0}b\"}"
        let request = try attempt(url("echo?a=b&c=%2F../")).body
        #expect(
            request
                == "POST /echo?a=b&c=%2F../ HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nUser-Agent: ossauthd\r\n"
                + "Accept: */*\r\nX-One: 1\r\nX-Empty:\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n"
                + "{\"a\":\"\u{0}b\"}")
    }

    @Test mutating func `an empty body is sent as one`() throws {
        attempt.body = ""
        let request = try attempt(url("echo")).body
        #expect(request.hasPrefix("POST /echo"))
        #expect(request.contains("Content-Length: 0\r\n"))
    }

    @Test func `a redirect is not followed`() throws {
        let answer = try attempt(url("redirect"))
        #expect(answer.status == 302)
        #expect(answer.body == "elsewhere")
    }

    @Test(arguments: [(999, nil), (1_000, nil), (1_001, .tooLarge)] as [(Int, TransferError.Kind?)])
    func `takes as many bytes as are allowed`(count: Int, failure: TransferError.Kind?) throws {
        let result = try attempt.failure(url("bytes?\(count)"))
        #expect(result == failure)
    }

    @Test(
        arguments: [
            ("endless", .tooLarge), ("headers", .tooLarge), ("early", .network), ("garbage", .network),
            ("nothing", .network),
        ] as [(String, TransferError.Kind)])
    func `an endless or invalid answer is given up`(path: String, failure: TransferError.Kind) throws {
        let result = try attempt.failure(url(path))
        #expect(result == failure)
    }

    @Test(arguments: ["hang", "slow"])
    mutating func `a transfer ends at its time limit`(path: String) throws {
        attempt.limits.total = .seconds(1)
        let start = KernelClock.bootNanoseconds()
        // Neither server ends the exchange like this: one closes the connection later, the other never stops sending.
        #expect(try attempt.failure(url(path)) == .timeout)
        #expect(KernelClock.bootNanoseconds() - start > 900_000_000)
    }

    @Test func `to a closed port nothing is sent`() throws {
        let port = try ClosedPort()
        let result = try attempt.failure("http://127.0.0.1:\(port.number)/")
        #expect(result == .connect)
    }

    /// A label has 63 characters at most, so no name server is asked.
    @Test func `a name that cannot exist is a matter of names`() throws {
        let result = try attempt.failure("http://\(String(repeating: "a", count: 64)).invalid/")
        #expect(result == .dns)
    }

    @Test(arguments: [
        "ftp://127.0.0.1/", "file:///etc/passwd", "gopher://127.0.0.1/", "http://a:b@127.0.0.1/",
    ])
    func `speaks HTTP only, and takes no login from a URL`(url: String) throws {
        #expect(throws: TransferError.self) { try attempt(url) }
    }

    @Test mutating func `a header cannot become two`() throws {
        attempt.headers = [("A", "b\r\nC: d")]
        let result = try attempt.failure(url("echo"))
        #expect(result == .request)
    }
}
