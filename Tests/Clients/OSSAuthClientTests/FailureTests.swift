import OSSAuthClient
import Testing

/// A daemon that says no, says nonsense, or says nothing.
struct FailureTests {
    private func failure(
        _ steps: [[ScriptedDaemon.Step]], patience: Duration = .seconds(30)
    ) throws -> DaemonError? {
        let scripted = try ScriptedDaemon(steps)
        let daemon = SigningDaemon(at: scripted.path, patience: patience)
        return #expect(throws: DaemonError.self) { try daemon.sign(OSSRequest(bucket: "b")) }
    }

    @Test func `an error has the reason of the daemon`() throws {
        let body =
            #"{"type":"urn:ossauthd:problem:no-credential","title":"No credential","status":503,"detail":"D","#
            + #""state":"expired","lastError":"L","retryAfter":8}"#
        let error = try failure([[.answer(ScriptedDaemon.body(body, 503))]])
        #expect(error?.problem?.kind == .noCredential && error?.problem?.status == 503)
        #expect(error?.problem?.retryAfter == .seconds(8) && error?.problem?.state == .expired)
        #expect(error?.description == "No credential: D; last error: L" && error?.isPassing == true)
    }

    @Test func `the time of the next attempt is read from the response head, too`() throws {
        let body = #"{"type":"urn:ossauthd:problem:rate-limited","title":"T","status":429,"detail":"D"}"#
        let error = try failure([[.answer(ScriptedDaemon.body(body, 429, "Retry-After: 3\r\n"))]])
        #expect(error?.problem?.kind == .rateLimited && error?.problem?.retryAfter == .seconds(3))
    }

    @Test func `the connection stays open after a refusal`() throws {
        let body = #"{"type":"urn:ossauthd:problem:not-allowed","title":"T","status":403,"detail":"D"}"#
        let refusal = ScriptedDaemon.body(body, 403)
        let scripted = try ScriptedDaemon(refusal, refusal)
        let daemon = SigningDaemon(at: scripted.path)
        for _ in 1...2 {
            let error = #expect(throws: DaemonError.self) { try daemon.status() }
            #expect(error?.problem?.kind == .notAllowed && error?.isPassing == false)
        }
    }

    /// Indices, since the texts would fill the output of the tests.
    private static let nonsense = [
        "SSH-2.0-OpenSSH\r\n", "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 67108865\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}{}",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]", "HTTP/1.1 502 X\r\nContent-Length: 3\r\n\r\n<p>",
        "HTTP/1.1 200 OK\r\n" + String(repeating: "x: y\r\n", count: 5_000),
        ScriptedDaemon.body(String(repeating: "[", count: 100_000)),
        ScriptedDaemon.body(#"{"url":"u","headers":{"a":"b"},"generation":1e999}"#),
        ScriptedDaemon.body(#"{"url":"u","headers":{"a":"b"},"signature":"\ud800"}"#),
        ScriptedDaemon.body(#"{"url":"u","headers":{"a":7}}"#),
    ]

    @Test(arguments: nonsense.indices)
    func `an invalid answer is reported as not understood`(index: Int) throws {
        let error = try failure([[.answer(Self.nonsense[index])]])
        guard case .notUnderstood(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!reason.isEmpty && error?.isPassing == false)
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n{"])
    func `an incomplete answer is an error`(answer: String) throws {
        #expect(try failure([[.answer(answer)]]) == .hungUp)
    }

    @Test func `a request is sent at most twice to a daemon that hangs up`() throws {
        let good = ScriptedDaemon.body(#"{"healthy":true,"profiles":{}}"#)
        let scripted = try ScriptedDaemon([[.answer(good)], [.answer("")], [.answer(good)]])
        let daemon = SigningDaemon(at: scripted.path)
        #expect(try daemon.health().isHealthy)
        #expect(throws: DaemonError.hungUp) { try daemon.health() }
        #expect(try daemon.health().isHealthy)
    }

    @Test func `a connection that sent too much is not used again`() throws {
        let good = ScriptedDaemon.body(#"{"healthy":true,"profiles":{}}"#)
        let scripted = try ScriptedDaemon([[.answer(good + good), .silence], [.answer(good)]])
        let daemon = SigningDaemon(at: scripted.path)
        #expect(throws: DaemonError.self) { try daemon.health() }
        #expect(try daemon.health().isHealthy)
    }

    @Test func `the client waits no longer than its patience`() throws {
        let error = try failure([[.silence]], patience: .milliseconds(50))
        #expect(error == .noAnswer(within: .milliseconds(50)) && error?.isPassing == true)
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func `the client does not wait if its patience is zero or less`(patience: Duration) throws {
        #expect(try failure([[.silence]], patience: patience) == .noAnswer(within: patience))
    }

    @Test func `a patience without an end is one of a day`() throws {
        let scripted = try ScriptedDaemon(ScriptedDaemon.body(#"{"healthy":true,"profiles":{}}"#))
        let daemon = SigningDaemon(at: scripted.path, patience: .seconds(Int64.max))
        #expect(try daemon.health().isHealthy)
    }

    @Test func `a name that no profile can have does no harm`() throws {
        let daemon = SigningDaemon(at: "/nowhere/api.sock")
        for name in [String(repeating: "a", count: 100_000), String(repeating: "\u{1F512}", count: 3_000)] {
            #expect(throws: DaemonError.self) { try daemon.credential(profile: name) }
        }
    }

    @Test func `an error names the socket at which no daemon listens`() throws {
        let error = #expect(throws: DaemonError.self) { try SigningDaemon(at: "/nowhere/api.sock").status() }
        #expect(error == .unreachable(socket: "/nowhere/api.sock", .noSocket))
        #expect(error?.description.contains("OSSAUTHD_SOCKET") == true)
        let long = "/" + String(repeating: "x", count: 300)
        #expect(throws: DaemonError.self) { try SigningDaemon(at: long).status() }
        #expect(throws: DaemonError.self) { try SigningDaemon(at: "/a\0b").status() }
    }

    @Test func `a credential prints no secret`() {
        let credential = OSSCredential(
            accessKeyID: "STS.id", accessKeySecret: "kept-secret", securityToken: "kept-token",
            expiration: UnixTime(secondsSince1970: 1_702_743_657))
        var dumped = ""
        dump(credential, to: &dumped)
        let texts = [dumped, "\(credential)", String(reflecting: credential), "\([credential])"]
        for text in texts {
            #expect(text.contains("STS.id") && !text.contains("kept-"))
        }
    }
}
