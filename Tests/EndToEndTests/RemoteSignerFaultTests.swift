import Kernel
import TestSupport
import Testing

/// A server that signs and does not do well, and what a caller sees of it.
struct RemoteSignerFaultTests {
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

    @Test func `several are asked for at once, but no more than eight`() throws {
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
        // The loop is not held up: somebody who wants no signature has his answer.
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

    @Test(arguments: [
        (500, "", "status 500"), (403, #"{"ErrorCode":"NoWrites","ErrorMessage":"reader only"}"#, "NoWrites"),
        (200, #"{"StatusCode":"500","ErrorCode":"Broken"}"#, "Broken"), (200, "", "no signature"),
        (200, #"{"signature":""}"#, "no signature"), (200, #"{"signature":5}"#, "Signature"),
        (200, "{", "JSON"), (200, "not a signature", "no signature"),
        (200, #"{"signature":"KoIGTlHldZnk4/0Ot5gKRgLKT6o="}"#, "no signature"),
        (200, #"{"signature":"\#(String(repeating: "AB", count: 32))"}"#, "no signature"),
        (
            200, #"{"accessKeyId":"other","signature":"\#(String(repeating: "ab", count: 32))"}"#,
            "another key"
        ),
    ])
    func `an answer that is no signature is none for the caller`(status: Int, body: String, reason: String)
        throws
    {
        var server = try SigningServer()
        let daemon = try daemon(server)
        try server.answer(status, body)
        let answer = try daemon.ask("POST", "/v1/sign", Self.request)
        #expect(answer.status == 503)
        #expect(answer.problem == "no-credential")
        #expect(answer.document["lastError"].text.contains(reason), "\(answer.body)")
        #expect(answer.header("retry-after") != nil)
        try server.tell("sign")
        // One failure rests nobody, unless the server asked for it.
        if status != 500 { #expect(try daemon.ask("POST", "/v1/sign", Self.request).status == 200) }
    }

    @Test func `who waits too long gets his answer in time, and the next one a signature`() throws {
        var server = try SigningServer()
        let daemon = try daemon(server, "RequestTimeout=1s")
        try server.tell("hang")
        let answer = try daemon.ask("POST", "/v1/sign", Self.request)
        #expect(answer.status == 503)
        #expect(answer.document["detail"].text.contains("signature"))
        try server.tell("sign")
        #expect(try daemon.ask("POST", "/v1/sign", Self.request).status == 200)
    }

    @Test func `a client that goes away leaves nothing behind`() throws {
        var server = try SigningServer()
        let daemon = try daemon(server)
        try server.tell("hang")
        for _ in 0..<30 { try daemon.connect().request("POST", "/v1/sign", Self.request) }
        for _ in 0..<8 { _ = try server.next() }
        try server.tell("sign")
        #expect(try daemon.ask("POST", "/v1/sign", Self.request).status == 200)
        // Of the thirty only those were signed that were asked for already, and the one who is still there.
        #expect(try server.all().count <= 9)
    }

    @Test func `a server that is down is left alone for a while, and asked again`() throws {
        var server = try SigningServer()
        let daemon = try daemon(server)
        try server.tell("drop")
        for _ in 0..<40 { #expect(try daemon.ask("POST", "/v1/sign", Self.request).status == 503) }
        #expect(try daemon.status()["state"] == .text("expired"))
        #expect(try daemon.ask("GET", "/v1/health").status == 503)
        // Some for the first few, twice where libcurl tries a connection again; not one for each.
        #expect(try server.all(afterTelling: "sign").count < 20)
        let isBack = try eventually(within: 60) {
            try daemon.ask("POST", "/v1/sign", Self.request).status == 200
        }
        #expect(isBack)
        #expect(try daemon.status()["state"] == .text("fresh"))
    }

    @Test func `the next server is asked where one does not answer`() throws {
        var dead = try SigningServer()
        try dead.tell("drop")
        let server = try SigningServer()
        let profile = server.profile().replacing(
            "URL=", with: "URL=http://127.0.0.1:\(dead.port)/sign ")
        let daemon = try RunningDaemon(Home(profiles: profile))
        for _ in 0..<5 { #expect(try daemon.ask("POST", "/v1/sign", Self.request).status == 200) }
    }

    @Test func `a chain signs by the next member while the server is down`() throws {
        var server = try SigningServer()
        let chain =
            "[Profile main]\nSource=chain\nProfiles=elsewhere here\nRegion=cn-hangzhou\n"
            + "Endpoint=https://oss-cn-hangzhou.aliyuncs.com\n"
        let daemon = try RunningDaemon(
            Home(profiles: server.profile("", "elsewhere") + manualProfile("here") + chain))
        try daemon.give("Local", to: "here")
        let request = #"{"profile":"main","bucket":"b-1"}"#
        #expect(
            try daemon.ask("POST", "/v1/sign", request).document["accessKeyId"] == .text(SigningServer.keyID))
        try server.tell("drop")
        let isLocal = try eventually {
            try daemon.ask("POST", "/v1/sign", request).document["accessKeyId"] == .text("STS.Local")
        }
        #expect(isLocal)
    }

    @Test func `the rules apply, and what they refuse is not asked for`() throws {
        var server = try SigningServer()
        let daemon = try daemon(server)
        let opaque = #"{"stringToSign":"x","date":"20231216","region":"cn-hangzhou","product":"oss"}"#
        #expect(try daemon.ask("POST", "/v1/sign-string", opaque).status == 403)
        #expect(try server.all().isEmpty)
    }

    @Test func `a reload in the middle asks the new server for those who wait`() throws {
        var old = try SigningServer()
        let new = try SigningServer()
        let daemon = try daemon(old)
        try old.tell("hang")
        let client = try daemon.connect()
        try client.request("POST", "/v1/sign", Self.request)
        _ = try old.next()
        try daemon.home.configure(profiles: new.profile())
        #expect(try daemon.administer("POST", "/v1/reload").status == 200)
        #expect(try client.answer().status == 200)
    }
}
