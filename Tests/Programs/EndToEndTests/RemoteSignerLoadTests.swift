import Kernel
import TestSupport
import Testing

/// A server that signs, asked often and by many at once.
struct RemoteSignerLoadTests {
    private static let request = #"{"bucket":"b-1","key":"k"}"#

    private func daemon(_ server: borrowing SigningServer, _ daemon: String = "", _ more: String = "") throws
        -> RunningDaemon
    {
        try RunningDaemon(Home(daemon, profiles: server.profile(more)))
    }

    @Test func `one request after the other goes over one connection`() throws {
        var server = try SigningServer()
        let daemon = try daemon(server)
        for _ in 0..<20 { #expect(try daemon.ask("POST", "/v1/sign", Self.request).status == 200) }
        let requests = try server.all()
        #expect(requests.count == 20)
        #expect(Set(requests.map(\.connection)).count == 1)
        #expect(try daemon.children().count == 1)
    }

    /// It must not matter whether the daemon or the server thinks that a connection is over.
    @Test func `a connection that the server closed is made again`() throws {
        var server = try SigningServer()
        let daemon = try daemon(server)
        try server.tell("last")
        for _ in 0..<5 { #expect(try daemon.ask("POST", "/v1/sign", Self.request).status == 200) }
        #expect(try Set(server.all().map(\.connection)).count == 5)
    }

    @Test func `several signatures are requested at once, but no more than eight`() throws {
        var server = try SigningServer()
        let daemon = try daemon(server)
        try server.tell("hang")
        let clients = try (0..<20).map { _ in try daemon.connect() }
        for client in clients { try client.request("POST", "/v1/sign", Self.request) }
        var waiting = 0
        while waiting < 8 {
            _ = try server.next()
            waiting += 1
        }
        #expect(try daemon.children().count == 8)
        // The loop is not blocked: a client that wants no signature gets its answer.
        #expect(try daemon.ask("GET", "/v1/status").status == 200)
        try server.tell("sign")
        for client in clients { #expect(try client.answer().status == 200) }
        #expect(try Set(server.all().map(\.connection)).count <= 8)
    }

    /// A login is as dear as a signature.
    @Test(arguments: [(3_600, 1), (10, 3)])
    func `a helper that stays logs in as often as the login server says`(life: Int, logins: Int) throws {
        var login = try RecordingServer()
        try login.answer(
            "POST /token", with: #"{"access_token":"t0ken","token_type":"Bearer","expires_in":\#(life)}"#)
        var server = try SigningServer()
        let directory = try TemporaryDirectory()
        try write(directory.appending("secret"), "s3cret")
        let daemon = try daemon(
            server, "",
            """
            Authorization=oauth2-client-credentials
            TokenURL=\(login.url)/token
            ClientID=host
            ClientSecretFile=\(directory.appending("secret"))
            """)
        for _ in 0..<3 { #expect(try daemon.ask("POST", "/v1/sign", Self.request).status == 200) }
        for request in try server.all() {
            #expect(request.head.contains("\r\nAuthorization: Bearer t0ken\r\n"))
        }
        try login.answer("GET /done")
        let requests = login.count
        #expect(requests == logins)
    }

    @Test func `many keys are signed in their order, each by itself`() throws {
        let server = try SigningServer()
        let daemon = try daemon(server, "", RemoteSignerTests.past)
        let keys = (0..<100).map { "\"key-\($0)\"" }.joined(separator: ",")
        let answer = try daemon.ask(
            "POST", "/v1/presign", #"{\#(RemoteSignerTests.place)"version":"v1","keys":[\#(keys)]}"#)
        let urls = answer.document["urls"].elements.map(\.text)
        #expect(urls.count == 100, "\(answer.body)")
        for (index, url) in urls.enumerated() {
            #expect(url.contains("/key-\(index)?"))
            guard index % 20 == 0 else { continue }
            let string = "GET\n\n\n1702744557\n/examplebucket/key-\(index)"
            #expect(try url.contains("Signature=" + signature(string)))
        }
        let more = (0..<101).map { "\"key-\($0)\"" }.joined(separator: ",")
        let refusal = try daemon.ask("POST", "/v1/presign", #"{"bucket":"b-1","keys":[\#(more)]}"#)
        #expect(refusal.status == 422)
        #expect(refusal.document["detail"].text.contains("at most 100"))
    }

    private func signature(_ string: String) throws -> String {
        let program = """
            import sys, hmac, hashlib, base64, urllib.parse as u
            digest = hmac.new(b"PublicVectorSecretKey0123456789ab", sys.argv[1].encode(), hashlib.sha1).digest()
            print(u.quote(base64.b64encode(digest).decode(), safe=""))
            """
        var python = try RunningProgram("python3", ["-c", program, string])
        return try python.readLine()
    }

    /// The desk forgets large calls once they are answered; the record and the count must not rest on what is left.
    @Test func `a large call is on record as what it is, and counted whole`() throws {
        let server = try SigningServer()
        var daemon = try RunningDaemon(Home("Audit=yes", profiles: server.profile(RemoteSignerTests.past)))
        let keys = (0..<70).map { "\"dir/\($0)\"" }.joined(separator: ",")
        let blanks = String(repeating: " ", count: 70_000)
        for body in [#""keys":[\#(keys)]"#, #""key":"one"\#(blanks)"#] {
            #expect(
                try daemon.ask("POST", "/v1/presign", "{\(RemoteSignerTests.place)\(body)}").status == 200)
        }
        let metrics = try daemon.administer("GET", "/metrics").body
        #expect(metrics.contains("ossauthd_signatures_total{profile=\"main\"} 71\n"), "\(metrics)")
        _ = try daemon.stop()
        let records = try daemon.log.split(separator: "\n").filter { $0.contains(" verdict=granted") }
        #expect(records.count == 2)
        #expect(records.first?.contains(" operation=presign") == true)
        #expect(records.first?.contains(" key=dir/0 key=dir/1 ") == true)
        #expect(records.first?.hasSuffix(" key=dir/69 signatures=70") == true)
        #expect(records.last?.contains(" bucket=examplebucket ") == true)
        #expect(records.last?.hasSuffix(" key=one") == true)
    }
}
