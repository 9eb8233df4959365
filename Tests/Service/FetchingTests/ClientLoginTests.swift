import Bytes
import Exchange
import Kernel
import TestSupport
import Testing

/// OAuth 2 client credentials (RFC 6749, 4.4), as the bytes that arrive at both servers.
struct ClientLoginTests: ~Copyable {
    private var server: RecordingServer
    private let directory: TemporaryDirectory

    init() throws {
        let directory = try TemporaryDirectory()
        try File.replace(directory.appending("secret"), with: "s:c/r t\n".utf8Span.span)
        server = try RecordingServer()
        self.directory = directory
    }

    private func request(scope: String?, at token: String = "/token") throws -> ExchangeRequest {
        var request = ExchangeRequest(.get, try ExchangeURL(server.url + "/sts"))
        request.login = .clientCredentials(
            try ClientLogin(
                at: try ExchangeURL(server.url + token), as: "ossauthd@host",
                by: .secret(try SecretFile(directory.appending("secret"))), scope: scope))
        return request
    }

    @Test mutating func `logs in first, and brings the token along`() throws {
        try server.answer(
            "POST /token", with: #"{"access_token":"2YotnFZFEjr1zCsicMWpAA","token_type":"Bearer"}"#)
        try server.answer("GET /sts", with: "{}")
        #expect(try fetch(request(scope: "sts assume"))?.get().body == "{}")
        // base64 of ossauthd%40host:s%3Ac%2Fr%20t
        #expect(
            try server.nextRequest() == """
                POST /token HTTP/1.1\r
                Host: 127.0.0.1:\(server.port)\r
                User-Agent: ossauthd\r
                Accept: application/json\r
                Authorization: Basic b3NzYXV0aGQlNDBob3N0OnMlM0FjJTJGciUyMHQ=\r
                Content-Length: 48\r
                Content-Type: application/x-www-form-urlencoded\r
                \r
                grant_type=client_credentials&scope=sts%20assume
                """)
        #expect(
            try server.nextRequest() == """
                GET /sts HTTP/1.1\r
                Host: 127.0.0.1:\(server.port)\r
                User-Agent: ossauthd\r
                Accept: */*\r
                Authorization: Bearer 2YotnFZFEjr1zCsicMWpAA\r
                \r

                """)
    }

    @Test mutating func `a login that is refused ends there`() throws {
        try server.answer("POST /token", 401, with: #"{"error":"invalid_client"}"#)
        let failure = try fetch(request(scope: nil))?.failure
        #expect(failure == ExchangeFailure(.login, "the login server refused: status 401, invalid_client"))
        #expect(try server.nextRequest().hasSuffix("\r\n\r\ngrant_type=client_credentials"))
        // The next that arrives is of this exchange, not of the last.
        try server.answer("POST /busy", 503)
        #expect(try fetch(request(scope: nil, at: "/busy"))?.failure?.kind == .network)
        #expect(try server.nextRequest().hasPrefix("POST /busy "))
    }

    @Test mutating func `each client of a helper that stays gets a token of its own`() throws {
        try server.answer("GET /sts", with: "{}")
        for name in ["a", "b"] {
            try server.answer(
                "POST /\(name)",
                with: #"{"access_token":"of-\#(name)","token_type":"Bearer","expires_in":3600}"#)
        }
        var program = try RunningProgram(builtProgram("ossauth-fetch"), ["--fd", "3"], input: 3)
        for name in ["a", "a", "b", "a"] {
            var request = try request(scope: nil, at: "/\(name)")
            request.isOneOfMany = true
            try send(request, to: program)
            _ = try program.readLine()
        }
        var heard: [String] = []
        for _ in 0..<7 { heard.append(try server.nextRequest()) }
        #expect(
            heard.map { String($0.prefix { $0 != "H" }) } == [
                "POST /a ", "GET /sts ", "GET /sts ", "POST /b ", "GET /sts ", "POST /a ", "GET /sts ",
            ])
        let tokens = heard.filter { $0.hasPrefix("GET") }.map { $0.contains("Authorization: Bearer of-a") }
        #expect(tokens == [true, true, false, true])
    }

    @Test func `the secret does not travel in the open`() throws {
        var request = ExchangeRequest(.get, try ExchangeURL("https://127.0.0.1:1/sts"))
        request.login = .clientCredentials(
            try ClientLogin(
                at: try ExchangeURL("http://login.example.com/token"), as: "a",
                by: .secret(try SecretFile(directory.appending("secret")))))
        #expect(try fetch(request)?.failure?.kind == .refusedPlainHTTP)
    }
}
