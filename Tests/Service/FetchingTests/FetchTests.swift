import Bytes
import Exchange
import Kernel
import TestSupport
import Testing
import Time

/// The reply of the program, as text.
struct Reply: Equatable {
    var status: Int
    var date: Timestamp?
    var retryAfter: Int?
    var body: String
}

/// Runs the built program as the daemon does.
func fetch(_ request: ExchangeRequest, environment: [String] = []) throws -> Result<Reply, ExchangeFailure>? {
    var line = ByteBuffer()
    try line.append(request)
    var program = try RunningProgram(
        builtProgram("ossauth-fetch"), ["--fd", "3"], environment: environment, input: 3)
    try program.stream.sendAll(line.span, waitingUntil: soon())
    let reply = try program.rest()
    #expect(try program.child.wait() == .exited(0))
    switch try ExchangeReply.decode(reply.span, maximumBody: request.maximumResponseSize) {
    case .answer(let answer)?:
        return .success(
            Reply(
                status: answer.status, date: answer.date, retryAfter: answer.retryAfter,
                body: String(copying: reply[answer.body])))
    case .failure(let failure)?: return .failure(failure)
    case nil: return nil
    }
}

extension Result where Failure == ExchangeFailure {
    var failure: ExchangeFailure? {
        guard case .failure(let failure) = self else { return nil }
        return failure
    }
}

struct FetchTests: ~Copyable {
    private let server: ScriptedServer
    private let directory: TemporaryDirectory

    init() throws {
        let directory = try TemporaryDirectory()
        server = try ScriptedServer()
        self.directory = directory
    }

    private func request(_ path: String, _ method: ExchangeRequest.Method = .get) throws -> ExchangeRequest {
        ExchangeRequest(method, try ExchangeURL("http://127.0.0.1:\(server.port)/\(path)"))
    }

    private func secretFile(_ content: String) throws -> SecretFile {
        let path = directory.appending("secret")
        try File.replace(path, with: content.utf8Span.span)
        return try SecretFile(path)
    }

    @Test func `replies with the server's answer`() throws {
        let reply = try fetch(request("good"))
        #expect(
            reply
                == .success(
                    Reply(
                        status: 200, date: Timestamp(secondsSince1970: 1_700_000_000), retryAfter: nil,
                        body: "{\"StatusCode\":\"200\"}")))
    }

    @Test func `tells when the server wants to be asked again`() throws {
        let reply = try fetch(request("busy"))
        #expect(
            reply
                == .success(
                    Reply(
                        status: 503, date: Timestamp(secondsSince1970: 1_700_000_000), retryAfter: 120,
                        body: "later")))
    }

    @Test func `sends the body and the headers`() throws {
        var request = try request("echo", .post)
        request.headers = [try ExchangeHeader(name: "Content-Type", value: "application/json")]
        request.body = "{\"role\":\"ü\"}"
        let sent = try fetch(request)?.get().body
        #expect(sent?.contains("\r\nContent-Type: application/json\r\n") == true)
        #expect(sent?.hasSuffix("\r\n\r\n{\"role\":\"ü\"}") == true)
    }

    @Test(arguments: ["s3cret", "s3cret\n", "s3cret\r\n"])
    func `logs in with a token from a file`(content: String) throws {
        var request = try request("echo")
        request.login = .bearer(token: try secretFile(content))
        let sent = try fetch(request)?.get().body
        #expect(sent?.contains("\r\nAuthorization: Bearer s3cret\r\n") == true)
    }

    /// The example of RFC 7617, 2.
    @Test func `logs in with a user and a password from a file`() throws {
        var request = try request("echo")
        request.login = .basic(try BasicUser("Aladdin"), password: try secretFile("open sesame\n"))
        let sent = try fetch(request)?.get().body
        #expect(sent?.contains("\r\nAuthorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==\r\n") == true)
    }

    @Test(arguments: ["", "\n", "two\nlines\n", "a\rb", "a\0b"])
    func `refuses a secret that is none`(content: String) throws {
        var request = try request("echo")
        request.login = .bearer(token: try secretFile(content))
        #expect(try fetch(request)?.failure?.kind == .secretFile)
    }

    @Test func `a missing secret is named and nothing is sent`() throws {
        var request = try request("echo")
        request.login = .bearer(token: try SecretFile("/nonexistent/token"))
        #expect(
            try fetch(request)
                == .failure(
                    ExchangeFailure(.secretFile, "open /nonexistent/token: no such file or directory")))
    }

    @Test func `a missing credential is named and nothing is sent`() throws {
        var request = try request("echo")
        request.login = .bearer(token: try SecretFile("appserver-token"))
        #expect(
            try fetch(request)
                == .failure(
                    ExchangeFailure(
                        .secretFile, "credential appserver-token: the fetch helper did not get it")))
    }

    @Test(
        arguments: [
            ("nothing", .network), ("early", .network), ("endless", .tooLarge), ("hang", .timeout),
            ("slow", .timeout),
        ] as [(String, ExchangeFailure.Kind)])
    func `reports the kind of failure`(path: String, kind: ExchangeFailure.Kind) throws {
        var request = try request(path + "?secret=query")
        request.timeout = kind == .timeout ? 1 : 60
        let failure = try fetch(request)?.failure
        #expect(failure?.kind == kind)
        #expect(failure?.message.isEmpty == false)
        #expect(failure?.message.contains("query") == false)
    }

    @Test func `plain text never leaves the machine unasked`() throws {
        let request = ExchangeRequest(.get, try ExchangeURL("http://app.example.com/sts?secret"))
        #expect(
            try fetch(request)
                == .failure(
                    ExchangeFailure(
                        .refusedPlainHTTP, "plain HTTP to app.example.com, which is not this machine")))
    }

    @Test func `a proxy in the environment is not used`() throws {
        let proxy = "http://127.0.0.1:1"
        let reply = try fetch(
            request("good"),
            environment: ["http_proxy=\(proxy)", "ALL_PROXY=\(proxy)", "HTTP_PROXY=\(proxy)"])
        #expect(try reply?.get().status == 200)
    }

    @Test func `speaks TLS with a server whose authority was named`() throws {
        let authority = try Authority()
        let server = try ScriptedServer(with: authority.certify("DNS:localhost"))
        var request = ExchangeRequest(.get, try ExchangeURL("https://localhost:\(server.port)/good"))
        #expect(try fetch(request)?.failure?.kind == .tls)
        request.caFile = authority.certificate.file
        #expect(try fetch(request)?.get().status == 200)
    }
}
