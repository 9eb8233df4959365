import Kernel
import TestSupport
import Testing

/// All that an AppServer can do wrong, and what those notice of it who have a good token: nothing.
struct UpstreamFaultTests {
    private static let faults: [(command: String, reason: String, code: String)] = [
        ("hang", "timed out", "unreachable"), ("slow", "timed out", "unreachable"),
        ("early", "closed", "unreachable"), ("huge", "longer than is allowed", "wrong-server"),
        ("answer 200 ", "is empty, not the JSON", "wrong-server"),
        ("answer 200 {", "not the JSON", "wrong-server"),
        ("answer 200 <html>", "not the JSON that is wanted but a page, 6 bytes", "wrong-server"),
        ("answer 200 []", "not the JSON", "wrong-server"),
        ("answer 200 {}", "has no AccessKeyId; it has no members", "answer"),
        (
            #"answer 200 {"code":0,"data":{"ak":"k","sk":"s"}}"#,
            "it has code, data; this line finds them: Map=AccessKeyId=/data/ak AccessKeySecret=/data/sk",
            "other-places"
        ),
        ("answer 500 {}", "status 500", "server"), ("answer 429 {}", "status 429", "throttled"),
        ("answer 403 {}", "status 403", "login-missing"),
        (#"answer 403 {"ErrorCode":"NoPermission"}"#, "the server refused: NoPermission", "refused"),
        (#"token 3600 {"AccessKeyId":""}"#, "AccessKeyId in the answer is empty", "answer"),
        (#"token 3600 {"AccessKeySecret":""}"#, "Secret", "answer"),
        (
            #"token 3600 {"SecurityToken":""}"#, "this is a long-lived key, not a token of STS",
            "long-lived-key"
        ),
        ("token -60", "expired", "token-ended"),
        (#"token 3600 {"Expiration":"1970-01-01T00:00:00Z"}"#, "expired at 1970", "token-ended"),
        (#"token 3600 {"Expiration":"9999-12-31T23:59:59Z"}"#, "more than 7 days ahead", "expiration"),
        (
            #"token 3600 {"Expiration":"2026-11-26T20:25:58"}"#,
            "is '2026-11-26T20:25:58', which has no time zone",
            "expiration"
        ),
        (#"token 3600 {"AccessKeyId":"STS.Number1"}"#, "another secret", "mixed-answer"),
    ]

    @Test(arguments: faults)
    func `a fault costs no caller the good token, and leaves no trace afterwards`(
        command: String, reason: String, code: String
    ) throws {
        var server = try AppServer()
        try server.handOut(life: 3_600)
        // A fault that lets time pass has a short timeout, which may be too short for good answers on a busy machine.
        let timeout = reason == "timed out" ? "1s" : "1min"
        let daemon = try RunningDaemon(
            Home("RequestTimeout=1min", profiles: profile("main", from: server.url, "Timeout=\(timeout)")))
        let hasToken = try eventually {
            try daemon.ask("POST", "/v1/sign", Question.sign).document["generation"] == .number(1)
        }
        #expect(hasToken)
        try server.tell(command)
        let failed = try daemon.administer("POST", "/v1/profiles/main/refresh")
        #expect(failed.status == 503)
        #expect(failed.document["lastError"].text.contains(reason), "\(failed.body)")
        #expect(failed.document["lastError"].text.hasPrefix("\(server.url): "), "\(failed.body)")
        #expect(try daemon.status()["lastErrorCode"] == .text(code))
        #expect(failed.document["state"] == .text("fresh"))
        let answer = try daemon.ask("POST", "/v1/sign", Question.sign)
        #expect(answer.document["accessKeyId"] == .text("STS.Number1"))
        #expect(answer.document["generation"] == .number(1))
        #expect(try daemon.ask("GET", "/v1/health").status == 200)
        try server.handOut(life: 7_200)
        #expect(try eventually { try daemon.administer("POST", "/v1/profiles/main/refresh").status == 200 })
        #expect(try daemon.status()["generation"] == .number(2))
    }

    /// AppServers that keep tokens themselves do that.
    @Test func `a token that is handed out again keeps its number`() throws {
        var server = try AppServer()
        try server.answer(200, AppServerSourceTests.document("One"))
        let chain =
            "[Profile chain]\nSource=chain\nProfiles=main\nRegion=cn-hangzhou\n"
            + "Endpoint=https://oss-cn-hangzhou.aliyuncs.com\n"
        let daemon = try RunningDaemon(
            Home("DefaultProfile=main", profiles: profile("main", from: server.url) + chain))
        #expect(try daemon.ask("POST", "/v1/sign", Question.sign).document["generation"] == .number(1))
        let throughChain = #"{"profile":"chain","bucket":"b-1"}"#
        #expect(try daemon.ask("POST", "/v1/sign", throughChain).document["generation"] == .number(1))
        #expect(
            try daemon.administer("POST", "/v1/profiles/main/refresh").document["generation"] == .number(1))
        #expect(try daemon.ask("POST", "/v1/sign", throughChain).document["generation"] == .number(1))
        try server.answer(200, AppServerSourceTests.document("Two", life: 7_200))
        #expect(
            try daemon.administer("POST", "/v1/profiles/main/refresh").document["generation"] == .number(2))
        #expect(try daemon.ask("POST", "/v1/sign", throughChain).document["generation"] == .number(2))
    }

    @Test func `a token is never fetched from where a redirect leads`() throws {
        var elsewhere = try AppServer()
        try elsewhere.handOut(life: 3_600)
        var server = try AppServer()
        try server.tell("redirect \(elsewhere.url)")
        let daemon = try RunningDaemon(Home(profiles: profile("main", from: server.url)))
        let answer = try daemon.ask("POST", "/v1/sign", Question.sign)
        #expect(answer.status == 503)
        #expect(answer.document["lastError"].text.contains("redirects are never followed"))
        #expect(try elsewhere.countCalls(afterTelling: "hang") == 0)
    }

    /// To each, what libcurl and OpenSSL say of it.
    @Test(arguments: [
        ("expired", "certificate has expired"), ("other host", "certificate subject name"),
        ("other authority", "unable to get local issuer certificate"),
    ])
    func `a server that cannot prove its identity gets no request`(server fault: String, reason: String)
        throws
    {
        let authority = try Authority()
        let other = try Authority()
        let certificate =
            switch fault {
            case "expired": try authority.certifyForThePast("DNS:localhost")
            case "other host": try authority.certify("DNS:appserver.example.com")
            default: try other.certify("DNS:localhost")
            }
        var server = try RecordingServer(with: certificate)
        try server.answer("GET /sts", with: AppServerSourceTests.document())
        let daemon = try RunningDaemon(
            Home(
                profiles: profile(
                    "main", from: "https://localhost:\(server.port)/sts",
                    "CAFile=\(authority.certificate.file)")
            ))
        let answer = try daemon.ask("POST", "/v1/sign", Question.sign)
        #expect(answer.status == 503)
        #expect(answer.document["lastError"].text.contains(reason), "\(answer.body)")
        try server.answer("GET /other")
        let count = server.count
        #expect(count == 0)
    }

    /// A label has 63 characters at most, so no name server is asked.
    @Test func `a name that leads nowhere is said to be the reason`() throws {
        let name = String(repeating: "a", count: 64)
        let daemon = try RunningDaemon(Home(profiles: profile("main", from: "https://\(name).invalid/sts")))
        let answer = try daemon.ask("POST", "/v1/sign", Question.sign)
        #expect(answer.status == 503)
        #expect(answer.document["lastError"].text.contains("resolve host"), "\(answer.body)")
    }

    /// A client that waits when the source is replaced waits for the new one.
    @Test func `clients that wait for a token go on waiting over a reload`() throws {
        var old = try AppServer()
        var new = try AppServer()
        try new.handOut(life: 3_600)
        let daemon = try RunningDaemon(Home(profiles: profile("main", from: old.url)))
        try old.waitForCalls(1)
        let client = try daemon.connect()
        try client.request("POST", "/v1/presign", Question.presign)
        #expect(try daemon.status()["state"] == .text("never"))
        try daemon.home.configure(profiles: profile("main", from: new.url))
        #expect(try daemon.administer("POST", "/v1/reload").status == 200)
        #expect(try client.answer().status == 200)
    }
}
