import OSSAuthClient
import Testing

/// Requests, and the reading of answers.
struct AskingTests {
    private static let signed = ScriptedDaemon.body(
        #"{"profile":"main","generation":7,"version":"v4","method":"PUT","url":"https://b.example/k","#
            + #""headers":{"x-oss-date":"D","authorization":"A"},"signature":"S","accessKeyId":"I","#
            + #""credentialExpiration":"2030-01-02T03:04:05Z","newer":[{"a":null}]}"#)

    @Test func `describes a request in the words of the contract`() throws {
        let scripted = try ScriptedDaemon(Self.signed)
        var request = OSSRequest(.put, bucket: "b", key: "ü \"k\"")
        request.endpoint = "e"
        request.region = "r"
        request.addressing = .virtualHost
        request.cloudBoxID = "c"
        request.parameters = [.init("acl"), .init("x", "1"), .init("y", "2"), .init("x")]
        request.headers = [.init("Content-Type", "text/plain")]
        request.additionalHeaders = ["cache-control"]
        var terms = SigningTerms(profile: "main", version: .v1)
        terms.time = UnixTime("2023-12-16T16:20:57Z")
        terms.minValid = .milliseconds(1_500)
        terms.explains = true
        let answer = try SigningDaemon(at: scripted.path).sign(request, terms)
        #expect(answer.url == "https://b.example/k" && answer.generation == 7 && answer.accessKeyID == "I")
        #expect(answer.headers == [.init("x-oss-date", "D"), .init("authorization", "A")])
        #expect(answer.credentialExpiration == UnixTime("2030-01-02T03:04:05Z"))
        let sent = try #require(scripted.received.first)
        #expect(sent.hasPrefix("POST /v1/sign HTTP/1.1\r\n"))
        #expect(
            sent.hasSuffix(
                #"{"profile":"main","version":"v1","method":"PUT","bucket":"b","key":"ü \"k\"","#
                    + #""endpoint":"e","region":"r","addressing":"virtual","cloudBoxID":"c","#
                    + #""parameters":{"acl":null,"x":["1",null],"y":"2"},"#
                    + #""headers":{"Content-Type":"text/plain"},"additionalHeaders":["cache-control"],"#
                    + #""time":"2023-12-16T16:20:57Z","minValid":2,"explain":true}"#))
    }

    @Test func `keeps the connection for the next call`() throws {
        let scripted = try ScriptedDaemon(Self.signed, Self.signed, Self.signed)
        let daemon = SigningDaemon(at: scripted.path)
        for _ in 1...3 { #expect(try daemon.sign(OSSRequest()).signature == "S") }
        #expect(scripted.received.count == 3)
    }

    @Test func `asks again where a kept connection has ended`() throws {
        let scripted = try ScriptedDaemon([[.answer(Self.signed)], [.answer(Self.signed)]])
        let daemon = SigningDaemon(at: scripted.path)
        for _ in 1...2 { #expect(try daemon.sign(OSSRequest()).signature == "S") }
    }

    @Test func `the client reconnects if the daemon announces the end of the connection`() throws {
        let last = Self.signed.replacing("Content-Type", with: "Connection: close\r\nContent-Type")
        let scripted = try ScriptedDaemon([[.answer(last)], [.answer(last)]])
        let daemon = SigningDaemon(at: scripted.path)
        for _ in 1...2 { #expect(try daemon.sign(OSSRequest()).signature == "S") }
    }

    @Test func `asks for a long list in parts`() throws {
        func part(_ count: Int, _ end: Int, _ limit: String) -> String {
            let urls = [String](repeating: #""u""#, count: count).joined(separator: ",")
            return ScriptedDaemon.body(
                #"{"generation":1,"urls":[\#(urls)],"headers":{},"limitedBy":"\#(limit)","#
                    + #""expiration":"2030-01-02T03:04:0\#(end)Z"}"#)
        }
        let scripted = try ScriptedDaemon(
            part(1_000, 5, "credential"), part(1_000, 4, "request"), part(1, 6, "request"))
        let answer = try SigningDaemon(at: scripted.path).presign(
            [String](repeating: "k", count: 2_001), like: OSSRequest(bucket: "b"), for: .seconds(60))
        #expect(answer.urls.count == 2_001 && answer.endsWithCredential)
        #expect(answer.expiration == UnixTime("2030-01-02T03:04:04Z") && scripted.received.count == 3)
    }

    @Test func `keeps a request below the size that the daemon takes`() throws {
        let scripted = try ScriptedDaemon(ScriptedDaemon.body("{}"))
        let key = String(repeating: "\u{1}", count: 1_023)
        _ = try? SigningDaemon(at: scripted.path).presign(
            [String](repeating: key, count: 1_000), like: OSSRequest(bucket: "b"))
        #expect((scripted.received.first?.utf8.count ?? .max) < 2 * 1_048_576)
    }

    @Test func `the client sends no request for an empty list of keys`() throws {
        #expect(try SigningDaemon(at: "/nowhere").presign([], like: OSSRequest()).urls.isEmpty)
    }

    @Test func `lets no conditions bring members of their own`() throws {
        let daemon = SigningDaemon(at: "/nowhere")
        let error = #expect(throws: DaemonError.self) {
            try daemon.form(for: OSSRequest(bucket: "b"), conditions: #"[],"profile":"other""#)
        }
        #expect(error?.problem?.kind == .malformed)
    }

    @Test func `hands on a whole policy as it stands`() throws {
        let scripted = try ScriptedDaemon(
            ScriptedDaemon.body(
                #"{"generation":1,"url":"https://b.example/","expiration":"2030-01-02T03:04:05Z","limitedBy":"request","#
                    + #""fields":{"policy":"P"}}"#))
        let form = try SigningDaemon(at: scripted.path).form(
            for: OSSRequest(bucket: "b"), policy: #"{"expiration":"x"}"#)
        #expect(form.url == "https://b.example/")
        #expect(
            scripted.received.first?.hasSuffix(#"{"bucket":"b","policy":"{\"expiration\":\"x\"}"}"#) == true)
    }

    @Test func `asks to sign a canonical request`() throws {
        let scripted = try ScriptedDaemon(
            ScriptedDaemon.body(#"{"generation":1,"signature":"S","accessKeyId":"I"}"#))
        let answer = try SigningDaemon(at: scripted.path).sign(
            canonicalRequest: "GET\n/", region: "cn-x", at: #require(UnixTime("2023-12-16T16:20:57Z")),
            profile: "p")
        #expect(answer.signature == "S")
        #expect(
            scripted.received.first?.hasSuffix(
                #"{"profile":"p","version":"v4","canonicalRequest":"GET\n/","region":"cn-x","time":"2023-12-16T16:20:57Z"}"#
            ) == true)
    }

    @Test func `asks for a credential by the name of its profile`() throws {
        let scripted = try ScriptedDaemon(
            ScriptedDaemon.body(
                #"{"AccessKeyId":"I","AccessKeySecret":"S","SecurityToken":"","Expiration":"2030-01-02T03:04:05Z"}"#
            ))
        let credential = try SigningDaemon(at: scripted.path).credential(
            profile: "a b&c", minValid: .seconds(90))
        #expect(credential.accessKeySecret == "S" && credential.securityToken == nil)
        #expect(
            scripted.received.first?.hasPrefix(
                "GET /v1/credentials?profile=a%20b%26c&minValid=90 HTTP/1.1\r\n")
                == true)
    }

    @Test func `reports the daemon and its profiles`() throws {
        let scripted = try ScriptedDaemon(
            ScriptedDaemon.body(
                #"{"version":"1.0.0","pid":4,"uptimeSeconds":9,"ready":true,"profiles":[{"name":"a","source":"manual","#
                    + #""state":"aging","generation":3,"expiration":null,"consecutiveFailures":1,"lastError":"e"},"#
                    + #"{"name":"b","source":"sts","state":"novel","generation":0,"consecutiveFailures":0}]}"#
            ),
            ScriptedDaemon.body(#"{"healthy":false,"profiles":{"a":"expired"}}"#, 503))
        let daemon = SigningDaemon(at: scripted.path)
        let status = try daemon.status()
        #expect(status.isReady && status.processID == 4 && status.uptime == .seconds(9))
        #expect(status.profiles.map(\.state.signs) == [true, false] && status.profiles[0].lastError == "e")
        let health = try daemon.health()
        #expect(!health.isHealthy && health.states == ["a": .expired])
    }

    @Test func `reads what an operator should do from the status`() throws {
        let scripted = try ScriptedDaemon(
            ScriptedDaemon.body(
                #"{"ready":true,"configurationGood":false,"restartNeededFor":["MaxConnections"],"profiles":["#
                    + #"{"name":"a","warnings":["w"],"required":false},{"name":"b"}]}"#),
            ScriptedDaemon.body(#"{"ready":true,"profiles":[]}"#))
        let daemon = SigningDaemon(at: scripted.path)
        let status = try daemon.status()
        #expect(!status.configurationIsGood && status.restartNeededFor == ["MaxConnections"])
        #expect(status.profiles.map(\.warnings) == [["w"], []])
        #expect(status.profiles.map(\.isRequired) == [false, true])
        let other = try daemon.status()
        #expect(other.configurationIsGood && other.restartNeededFor.isEmpty)
    }

    @Test func `signs as the remote signer of an SDK`() throws {
        let answer = ScriptedDaemon.body(
            #"{"generation":1,"signature":"S","accessKeyId":"I","securityToken":"T"}"#)
        let scripted = try ScriptedDaemon(answer, answer, answer, answer)
        let signer = RemoteSigner(SigningDaemon(at: scripted.path), profile: "p")
        let v4 = [
            "version": "v4", "stringToSign": "x", "date": "20231216", "region": "cn-x", "product": "oss",
            "accessKeyId": "I", "bucket": "b",
        ]
        #expect(try signer.signature(info: v4) == ["signature": "S"])
        #expect(try signer.signature(info: ["version": "v1", "stringToSign": "y"]) == ["signature": "S"])
        #expect(throws: DaemonError.keyChanged) {
            try signer.signature(info: v4.merging(["accessKeyId": "older"]) { $1 })
        }
        let credential = try signer.credential(region: "cn-x")
        #expect(credential.accessKeyID == "I" && credential.securityToken == "T")
        #expect(
            scripted.received[0].hasSuffix(
                #"{"profile":"p","version":"v4","stringToSign":"x","date":"20231216","region":"cn-x","product":"oss"}"#
            ))
        #expect(scripted.received[1].hasSuffix(#"{"profile":"p","version":"v1","stringToSign":"y"}"#))
    }
}
