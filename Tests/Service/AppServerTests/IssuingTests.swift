import Bytes
import Kernel
import TestSupport
import Testing

struct IssuingTests {
    @Test(arguments: ["/sts", "/", "/distribute-token.json"])
    func `hands out the document of the seed`(path: String) throws {
        let server = try IssuingServer()
        let answer = try server.ask(try server.enrol("alice"), path)
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.contains("Cache-Control: no-store\r\n"))
        #expect(member("StatusCode", of: answer) == "200")
        #expect(member("AccessKeyId", of: answer) == "STS.alice.1")
        #expect(member("AccessKeySecret", of: answer) == "secret")
        #expect(member("SecurityToken", of: answer) == "token")
        #expect(member("Expiration", of: answer)?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
        #expect(member("User", of: answer) == "alice")
        #expect(member("Bucket", of: answer) == "pictures")
        #expect(member("KeyPrefix", of: answer) == "home/alice/")
    }

    @Test func `hands out the document with six members`() throws {
        let server = try IssuingServer()
        let answer = try server.ask(try server.enrol("alice"), "/credentials")
        let names = ["AccessKeyId", "AccessKeySecret", "Expiration", "SecurityToken", "LastUpdated", "Code"]
        #expect(names.allSatisfy { member($0, of: answer) != nil })
        #expect(member("Code", of: answer) == "Success" && member("StatusCode", of: answer) == nil)
    }

    /// The contract of `POST /v1/issue`.
    @Test func `asks the daemon for a token with the policy and the name of the user`() throws {
        let server = try IssuingServer(IssuingServer.hosts + "\nDuration=15min\n")
        _ = try server.ask(try server.enrol("alice"))
        let questions = try server.questions()
        #expect(questions.count == 1)
        let question = questions[0]
        #expect(question.contains("\"profile\": \"media\"") && question.contains("\"name\": \"alice\""))
        #expect(question.contains("\"durationSeconds\": 900"))
        #expect(question.contains("acs:oss:*:*:pictures/home/alice/*"))
    }

    @Test func `two users get tokens of their own`() throws {
        let server = try IssuingServer()
        let tokens = try ["alice", "bob"].map { try server.enrol($0) }
        let answers = try tokens.map { try server.ask($0) }
        #expect(answers.map { member("AccessKeyId", of: $0) } == ["STS.alice.1", "STS.bob.2"])
    }

    @Test func `a hundred requests of a user at once are one question to the daemon`() throws {
        let server = try IssuingServer()
        let token = try server.enrol("alice")
        let request = "GET /sts HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n\r\n"
        var sockets: [Client] = []
        for _ in 0..<100 {
            let client = Client(try UnixSocket.connect(to: server.socket, waitingUntil: soon()))
            try client.socket.sendAll(request.utf8Span.span, waitingUntil: soon())
            sockets.append(client)
        }
        for client in sockets {
            var answer = ByteBuffer()
            _ = try client.socket.receive(into: &answer, atMost: 4_096, waitingUntil: soon())
            #expect(member("AccessKeyId", of: String(copying: answer.span)) == "STS.alice.1")
        }
        #expect(try server.questions().count == 1)
    }

    @Test func `valid tokens are served while the daemon is gone, and new ones once it is back`() throws {
        var server = try IssuingServer()
        let (alice, bob) = (try server.enrol("alice"), try server.enrol("bob"))
        _ = try server.ask(alice)
        try server.stopDaemon()
        #expect(try server.ask(alice).hasPrefix("HTTP/1.1 200 "))
        let refusal = try server.ask(bob)
        #expect(refusal.hasPrefix("HTTP/1.1 503 ") && refusal.contains("Retry-After: "))
        #expect(member("ErrorCode", of: refusal) == "ServiceUnavailable")
        #expect(try server.curl("-i", "/health").hasPrefix("HTTP/1.1 503 "))
        try server.startDaemon()
        let end = soon()
        while try !server.ask(bob).hasPrefix("HTTP/1.1 200 ") {
            try #require(KernelClock.bootNanoseconds() < end)
        }
        // A look at the daemon counts for a second.
        #expect(try eventually { try server.curl("/health") == "{\"healthy\":true}\n" })
    }

    @Test(arguments: [("busy", "7"), ("denied", "1"), ("broken", "1"), ("hangup", "1")])
    func `a failure of the daemon is told as one to retry, without its words`(
        profile: String, seconds: String
    ) throws {
        let server = try IssuingServer(
            "[Group hosts]\nProfile=\(profile)\nBucket=b\nMethod=PUT\nParameter=symlink acl\n")
        let answer = try server.ask(try server.enrol("alice"))
        #expect(answer.hasPrefix("HTTP/1.1 503 "))
        #expect(answer.contains("Retry-After: \(seconds)\r\n"))
        #expect(!answer.contains("STS throttles") && !answer.contains("no rule grants"))
    }

    @Test func `a request does not wait longer than RequestTimeout= for the daemon`() throws {
        let server = try IssuingServer(
            "[Group hosts]\nProfile=silent\nBucket=b\nMethod=PUT\nParameter=symlink acl\n",
            server: "RequestTimeout=500ms")
        #expect(try server.ask(try server.enrol("alice")).hasPrefix("HTTP/1.1 503 "))
    }

    @Test func `a token that has little life left is asked for again`() throws {
        let server = try IssuingServer(
            "[Group hosts]\nProfile=brief\nBucket=b\nMethod=PUT\nParameter=symlink acl\n")
        let token = try server.enrol("alice")
        #expect(member("AccessKeyId", of: try server.ask(token)) == "STS.alice.1")
        #expect(member("AccessKeyId", of: try server.ask(token)) == "STS.alice.1")
    }

    @Test(arguments: [
        [], ["-H", "Authorization: Bearer x"], ["-H", "Authorization: Bearer"],
        ["-H", "Authorization: Basic eDp5"],
        ["-H", "X-Client-Subject: CN=alice,OU=hosts"],
    ])
    func `refuses a request that proves no user`(arguments: [String]) throws {
        let server = try IssuingServer(IssuingServer.hosts + "\nSubject=CN=%u,OU=hosts\n")
        _ = try server.enrol("alice")
        var curl = try RunningProgram(
            "curl", ["-si", "--unix-socket", server.socket, "http://a/sts"] + arguments)
        let output = try curl.rest()
        let answer = String(copying: output.span)
        #expect(answer.hasPrefix("HTTP/1.1 401 ") && answer.contains("WWW-Authenticate: Bearer\r\n"))
        #expect(
            member("StatusCode", of: answer) == "401" && member("ErrorCode", of: answer) == "Unauthenticated")
        #expect(try server.questions().isEmpty)
    }

    @Test func `takes the subject of a certificate from the proxy`() throws {
        let server = try IssuingServer(
            IssuingServer.hosts + "\nSubject=CN=%u,OU=hosts\n", server: "ClientCertificates=yes")
        let answer = try server.curl("-H", "X-Client-Subject: CN=web1,OU=hosts", "/sts")
        #expect(member("AccessKeyId", of: answer) == "STS.web1.1")
        let other = try server.curl("-i", "-H", "X-Client-Subject: CN=web1,OU=admins", "/sts")
        #expect(other.hasPrefix("HTTP/1.1 401 "))
    }

    /// Signed by openssl.
    @Test func `takes a JSON Web Token of the identity provider, and another key once the file has it`()
        throws
    {
        let keys = try TemporaryDirectory()
        let path = keys.appending("keys.json")
        try File.replace(path, with: try jwks(keys, "first").utf8Span.span)
        let server = try IssuingServer(
            server: "JWKSFile=\(path)\nIssuer=https://id.example\nAudience=oss\n")
        let claims =
            #"{"iss":"https://id.example","aud":"oss","exp":4102444800,"sub":"alice","groups":["hosts"]}"#
        let first = try signed(claims, keys, "first")
        #expect(member("AccessKeyId", of: try server.ask(first)) == "STS.alice.1")
        let other = try jwks(keys, "second")
        #expect(try server.ask(try signed(claims, keys, "second")).hasPrefix("HTTP/1.1 401 "))
        try File.replace(path, with: other.utf8Span.span)
        let end = soon()
        while try !server.ask(first).hasPrefix("HTTP/1.1 401 ") {
            try #require(KernelClock.bootNanoseconds() < end)
        }
        #expect(
            member("AccessKeyId", of: try server.ask(try signed(claims, keys, "second"))) == "STS.alice.1")
    }

    private func jwks(_ directory: borrowing TemporaryDirectory, _ name: String) throws -> String {
        let key = directory.appending(name)
        let script = """
            openssl genpkey -algorithm ed25519 -out "$0" && openssl pkey -in "$0" -pubout -outform DER | tail -c 32 \
                | base64 -w0 | tr +/ -_ | tr -d =; echo
            """
        var program = try RunningProgram("sh", ["-c", script, key])
        return #"{"keys":[{"kty":"OKP","crv":"Ed25519","x":"\#(try program.readLine())"}]}"#
    }

    private func signed(_ claims: String, _ directory: borrowing TemporaryDirectory, _ name: String) throws
        -> String
    {
        let script = """
            text() { base64 -w0 | tr +/ -_ | tr -d =; }
            signed=$(printf '{"alg":"EdDSA"}' | text).$(printf %s "$1" | text)
            printf %s "$signed" > "$0.text"
            echo "$signed.$(openssl pkeyutl -sign -rawin -inkey "$0" -in "$0.text" | text)"
            """
        var program = try RunningProgram("sh", ["-c", script, directory.appending(name), claims])
        return try program.readLine()
    }

    @Test func `a user whose group is gone from the configuration gets nothing`() throws {
        let server = try IssuingServer(
            IssuingServer.hosts
                + "\n[Group other]\nProfile=media\nBucket=b\nMethod=PUT\nParameter=symlink acl\n")
        let token = try server.enrol("alice", group: "other")
        #expect(try server.ask(token).hasPrefix("HTTP/1.1 200 "))
        let text = try File.contents(of: server.configuration, atMost: 65_536)
        let changed = String(copying: text.span).replacing("[Group other]", with: "[Group another]")
        try File.replace(server.configuration, with: changed.utf8Span.span)
        server.program.child.send(.hangup)
        let end = soon()
        while try !server.ask(token).hasPrefix("HTTP/1.1 403 ") {
            try #require(KernelClock.bootNanoseconds() < end)
        }
    }

    @Test func `a user with more requests than its Rate= gets 429, and others do not`() throws {
        let server = try IssuingServer(IssuingServer.hosts + "\nRate=2/h\n")
        let (alice, bob) = (try server.enrol("alice"), try server.enrol("bob"))
        let statuses = try (0..<3).map { _ in try server.ask(alice).prefix(12).suffix(3) }
        #expect(statuses == ["200", "200", "429"])
        #expect(try server.ask(alice).contains("Retry-After: "))
        #expect(try server.ask(bob).hasPrefix("HTTP/1.1 200 "))
    }

    @Test func `answers with a URL or a form only within the rights of the user`() throws {
        let server = try IssuingServer(
            IssuingServer.hosts + "\nMethod=GET PUT POST\nAllow=presign post-policy\n")
        let token = try server.enrol("alice")
        func ask(_ path: String, _ body: String) throws -> String {
            try server.curl("-i", "-H", "Authorization: Bearer \(token)", "-d", body, path)
        }
        let url = try ask("/presign", #"{"method":"PUT","bucket":"pictures","key":"home/alice/a"}"#)
        #expect(url.hasPrefix("HTTP/1.1 200 ") && member("url", of: url) == "https://b-1.example/")
        #expect(!url.contains("generation"))
        let form = try ask("/form", #"{"bucket":"pictures","keyPrefix":"home/alice/"}"#)
        #expect(form.hasPrefix("HTTP/1.1 200 ") && form.contains(#""fields":{"policy": "p"}"#))
        #expect(try server.questions().count == 2)
        for body in [
            #"{"bucket":"pictures","key":"home/bob/a"}"#, #"{"bucket":"other","key":"home/alice/a"}"#,
        ] {
            let refusal = try ask("/presign", body)
            #expect(refusal.hasPrefix("HTTP/1.1 403 ") && member("ErrorCode", of: refusal) == "AccessDenied")
        }
        #expect(try ask("/presign", "{").hasPrefix("HTTP/1.1 400 "))
        // The group has no tokens.
        #expect(try server.ask(token).hasPrefix("HTTP/1.1 403 "))
        #expect(try server.questions().count == 2)
    }

    @Test func `signs a string only if it shows a request within the rights of the user`() throws {
        let server = try IssuingServer(IssuingServer.hosts + "\nAllow=sign-string\n")
        let token = try server.enrol("alice")
        func ask(_ body: String) throws -> String {
            try server.curl("-i", "-H", "Authorization: Bearer \(token)", "--data-binary", body, "/sign")
        }
        let end = KernelClock.wallSeconds() + 600
        let string = #"{"version":"v1","stringToSign":"GET\n\n\n\#(end)\n/pictures/home/USER/a"}"#
        let answer = try ask(string.replacing("USER", with: "alice"))
        #expect(answer.hasPrefix("HTTP/1.1 200 ") && member("accessKeyId", of: answer) == "LTAI")
        #expect(member("signature", of: answer) == "s" && !answer.contains("generation"))
        #expect(try ask("GET\n\n\n\(end)\n/pictures/home/alice/a").hasSuffix("\r\n\r\nOSS LTAI:s"))
        #expect(try server.questions().count == 2)
        let refusal = try ask(string.replacing("USER", with: "bob"))
        #expect(refusal.hasPrefix("HTTP/1.1 403 ") && member("ErrorCode", of: refusal) == "AccessDenied")
        #expect(try ask("anything").hasPrefix("HTTP/1.1 400 "))
        #expect(try ask(#"{"version":"v4","stringToSign":"x"}"#).hasPrefix("HTTP/1.1 400 "))
        #expect(try server.questions().count == 2)
    }

    @Test func `a question that the daemon refuses is refused, and not told as one to retry`() throws {
        let server = try IssuingServer("[Group hosts]\nProfile=denied\nBucket=b-1\nAllow=presign\n")
        let answer = try server.curl(
            "-i", "-H", "Authorization: Bearer \(try server.enrol("alice"))", "-d",
            #"{"bucket":"b-1","key":"a"}"#, "/presign")
        #expect(answer.hasPrefix("HTTP/1.1 403 ") && !answer.contains("no rule grants it"))
    }

    @Test func `a URL that the daemon does not sign in time is a failure to retry`() throws {
        var server = try IssuingServer(IssuingServer.hosts + "\nAllow=presign\n")
        let token = try server.enrol("alice")
        try server.stopDaemon()
        let answer = try server.curl(
            "-i", "-H", "Authorization: Bearer \(token)", "-d",
            #"{"bucket":"pictures","key":"home/alice/a"}"#, "/presign")
        #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.contains("Retry-After: 1\r\n"))
    }

    @Test func `allows only pages of the listed origins`() throws {
        let server = try IssuingServer(server: "AllowOrigin=https://app.example")
        let token = try server.enrol("alice")
        let header = "Access-Control-Allow-Origin: https://app.example\r\n"
        for (origin, isListed) in [
            ("https://app.example", true), ("https://evil.example", false), ("null", false),
        ] {
            let preflight = try server.curl("-i", "-X", "OPTIONS", "-H", "Origin: \(origin)", "/sts")
            #expect(preflight.hasPrefix(isListed ? "HTTP/1.1 200 " : "HTTP/1.1 403 "))
            #expect(preflight.contains("Access-Control-Allow-Headers: Authorization") == isListed)
            let answer = try server.curl(
                "-i", "-H", "Origin: \(origin)", "-H", "Authorization: Bearer \(token)", "/sts")
            #expect(answer.contains(header) == isListed && answer.contains("Vary: Origin\r\n"))
            #expect(!answer.contains("Access-Control-Allow-Origin: *"))
        }
    }

    /// Serving has more of these tests; here it is the limits of this server that count.
    @Test(arguments: [
        ("GET /sts HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 20_000))\r\n\r\n", "431"),
        ("POST /presign HTTP/1.1\r\nHost: a\r\nContent-Length: 4097\r\n\r\n", "413"),
        ("POST /sts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "411"),
        ("GET /sts HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a.b\r\n c\r\n\r\n", "400"),
    ])
    func `refuses a request that is too large or malformed`(request: String, status: String) throws {
        let server = try IssuingServer(hasDaemon: false)
        let socket = try UnixSocket.connect(to: server.socket, waitingUntil: soon())
        try socket.sendAll(request.utf8Span.span, waitingUntil: soon())
        var answer = ByteBuffer()
        _ = try socket.receive(into: &answer, atMost: 4_096, waitingUntil: soon())
        #expect(String(copying: answer.span).hasPrefix("HTTP/1.1 \(status) "))
    }

    @Test func `a client that sends its request too slowly is closed`() throws {
        let server = try IssuingServer(server: "RequestTimeout=300ms", hasDaemon: false)
        let socket = try UnixSocket.connect(to: server.socket, waitingUntil: soon())
        try socket.sendAll("GET /sts HTTP/1.1\r\nHost".utf8Span.span, waitingUntil: soon())
        var answer = ByteBuffer()
        #expect(try socket.receive(into: &answer, atMost: 4_096, waitingUntil: soon()) == .endOfStream)
    }

    @Test func `the metrics count what happened`() throws {
        let server = try IssuingServer()
        _ = try server.ask(try server.enrol("alice"))
        _ = try server.ask("wrong")
        let metrics = try server.curl("/metrics")
        #expect(metrics.contains("ossauth_appserver_answers_total{outcome=\"issued\"} 1\n"))
        #expect(metrics.contains("ossauth_appserver_answers_total{outcome=\"unauthenticated\"} 1\n"))
        #expect(metrics.contains("ossauth_appserver_daemon_answers_total{outcome=\"issued\"} 1\n"))
        #expect(metrics.contains("ossauth_appserver_users 1\n"))
    }

    @Test(arguments: [("GET", "/nope", "404"), ("DELETE", "/sts", "405"), ("POST", "/credentials", "405")])
    func `refuses a route that it does not have`(method: String, path: String, status: String) throws {
        let server = try IssuingServer(hasDaemon: false)
        let answer = try server.curl("-i", "-X", method, path)
        #expect(answer.hasPrefix("HTTP/1.1 \(status) ") && member("StatusCode", of: answer) == status)
    }

    @Test func `stops when it is told to, and removes its socket`() throws {
        var server = try IssuingServer(hasDaemon: false)
        server.program.child.send(.terminate)
        #expect(try server.program.finish() == .exited(0))
        #expect(try FileStatus.existing(at: server.socket) == nil)
    }

    @Test func `a configuration with mistakes is reported with their places`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.appending("a.conf")
        try File.replace(path, with: "[Group g]\nProfile=p\n".utf8Span.span)
        for arguments in [["--check"], []] {
            var program = try RunningProgram(
                builtProgram("ossauth-appserver"), ["--config", path] + arguments)
            #expect(try program.finish() == .exited(78))
        }
    }
}

private final class Client {
    let socket: Descriptor

    init(_ socket: consuming Descriptor) {
        self.socket = socket
    }
}
