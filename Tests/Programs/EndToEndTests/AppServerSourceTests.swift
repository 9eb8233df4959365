import Kernel
import TestSupport
import Testing

/// `Source=appserver` with all that can be said about it, as the bytes that arrive at the server.
struct AppServerSourceTests {
    static func document(_ name: String = "One", life: Int64 = 3_600) -> String {
        """
        {"StatusCode":200,"AccessKeyId":"STS.\(name)","AccessKeySecret":"SecretOf\(name)",\
        "SecurityToken":"TokenOf\(name)","Expiration":"\(timestamp(KernelClock.wallSeconds() + life))"}
        """
    }

    @Test func `posts what it is told, and finds the members where the configuration says`() throws {
        var server = try RecordingServer()
        let end = KernelClock.wallSeconds() + 3_600
        try server.answer(
            "POST /v2/sts?app=7",
            with: """
                {"code":"OK","data":{"ak":"STS.k","sk":"s","token":"t","until":\(end)123}}
                """)
        let daemon = try RunningDaemon(
            Home(
                profiles: profile(
                    "main", from: "\(server.url)/v2/sts?app=7",
                    #"""
                    Method=POST
                    Body={"role": "reader"}
                    Header=Content-Type: application/json
                    Header=X-Tenant: seven
                    Map=AccessKeyId=/data/ak AccessKeySecret=/data/sk SecurityToken=/data/token
                    Map=Expiration=/data/until
                    Success=/code==OK
                    """#)))
        let answer = try daemon.ask("POST", "/v1/presign", #"{"bucket":"b-1","key":"k"}"#)
        #expect(answer.status == 200, "\(answer.body)")
        #expect(answer.document["credentialExpiration"] == .text(timestamp(end)))
        #expect(
            try server.nextRequest() == """
                POST /v2/sts?app=7 HTTP/1.1\r
                Host: 127.0.0.1:\(server.port)\r
                User-Agent: ossauthd\r
                Accept: */*\r
                Content-Type: application/json\r
                X-Tenant: seven\r
                Content-Length: 18\r
                \r
                {"role": "reader"}
                """)
    }

    @Test func `a decoder turns the answer into the document`() throws {
        var server = try RecordingServer()
        try server.answer("GET /sts", with: String(AppServerSourceTests.document().reversed()))
        let daemon = try RunningDaemon(
            Home(profiles: profile("main", from: "\(server.url)/sts", "Decoder=/usr/bin/rev")))
        let answer = try daemon.ask("POST", "/v1/sign", #"{"bucket":"b-1"}"#)
        #expect(answer.document["accessKeyId"] == .text("STS.One"))
    }

    @Test func `asks the next server when one fails, and that one last from then on`() throws {
        var first = try RecordingServer()
        var second = try RecordingServer()
        try first.answer("GET /sts", 503, with: "down")
        try second.answer("GET /sts", with: AppServerSourceTests.document("One", life: 3_600))
        let daemon = try RunningDaemon(
            Home(profiles: profile("main", from: "\(first.url)/sts \(second.url)/sts")))
        #expect(
            try daemon.ask("POST", "/v1/sign", #"{"bucket":"b-1"}"#).document["accessKeyId"]
                == .text("STS.One"))
        _ = try (first.nextRequest(), second.nextRequest())
        try first.answer("GET /sts", with: AppServerSourceTests.document("Two", life: 3_700))
        try second.answer("GET /sts", with: AppServerSourceTests.document("Three", life: 3_800))
        #expect(try daemon.administer("POST", "/v1/profiles/main/refresh").status == 200)
        #expect(
            try daemon.ask("POST", "/v1/sign", #"{"bucket":"b-1"}"#).document["accessKeyId"]
                == .text("STS.Three"))
        try second.answer("GET /sts", 500)
        try first.answer("GET /sts", with: AppServerSourceTests.document("Four", life: 3_900))
        #expect(try daemon.administer("POST", "/v1/profiles/main/refresh").status == 200)
        #expect(
            try daemon.ask("POST", "/v1/sign", #"{"bucket":"b-1"}"#).document["accessKeyId"]
                == .text("STS.Four"))
    }

    @Test func `says in the server's words why there is no token`() throws {
        var server = try RecordingServer()
        try server.answer("GET /sts", with: #"{"code":4711,"msg":"unknown app"}"#)
        let daemon = try RunningDaemon(
            Home(profiles: profile("main", from: "\(server.url)/sts", "Success=/code==0")))
        let answer = try daemon.administer("POST", "/v1/profiles/main/refresh")
        #expect(answer.status == 503)
        #expect(answer.document["lastError"].text.hasSuffix(": the server refused: code 4711"))
        try server.answer("GET /sts", 302)
        let redirected = try daemon.administer("POST", "/v1/profiles/main/refresh")
        #expect(redirected.document["lastError"].text.contains("302, and redirects are never followed"))
    }

    @Test func `at the level debug it says what came of each exchange, and no query`() throws {
        var server = try RecordingServer()
        try server.answer("GET /sts?key=s3cret", with: AppServerSourceTests.document())
        let home = try Home("LogLevel=debug", profiles: profile("main", from: "\(server.url)/sts?key=s3cret"))
        let daemon = try RunningDaemon(home)
        #expect(try daemon.ask("POST", "/v1/sign", #"{"bucket":"b-1"}"#).status == 200)
        let log = try daemon.log
        let size = AppServerSourceTests.document().utf8.count
        #expect(log.contains("main: GET \(server.url)/sts: status 200, \(size) bytes after "))
        #expect(log.contains("ms: a token until 2"))
        try server.answer("GET /sts?key=s3cret", 502)
        try daemon.administer("POST", "/v1/profiles/main/refresh")
        #expect(try daemon.log.contains("/sts: status 502, 0 bytes after "))
        #expect(try !daemon.log.contains("s3cret") && !daemon.log.contains("SecretOf"))
        try home.configure(profiles: profile("main", from: "\(server.url)/sts?key=s3cret"))
        let count = try daemon.log.split(separator: "bytes after").count
        try daemon.administer("POST", "/v1/reload")
        try daemon.administer("POST", "/v1/profiles/main/refresh")
        #expect(try daemon.log.split(separator: "bytes after").count == count)
    }
}
