import Kernel
import TestSupport
import Testing

/// The six-member document, from a server and from the metadata service (oss-facts, 13.1 and 13.6).
struct MetadataSourceTests {
    static func document(_ name: String = "One", life: Int64 = 3_600) -> String {
        let now = KernelClock.wallSeconds()
        return """
            {
              "AccessKeyId": "STS.\(name)",
              "AccessKeySecret": "SecretOf\(name)",
              "Expiration": "\(timestamp(now + life))",
              "SecurityToken": "TokenOf\(name)",
              "LastUpdated": "\(timestamp(now))",
              "Code": "Success"
            }
            """
    }

    private func metadata(_ server: borrowing RecordingServer, _ more: String = "") -> String {
        """
        [Profile main]
        Source=ecs-ram-role
        URL=\(server.url)
        Region=cn-hangzhou
        Endpoint=https://oss-cn-hangzhou.aliyuncs.com
        \(more)

        """
    }

    private func key(_ daemon: borrowing RunningDaemon) throws -> String {
        try daemon.ask("POST", "/v1/sign", #"{"bucket":"b-1"}"#).document["accessKeyId"].text
    }

    private static let path = "/latest/meta-data/ram/security-credentials/"

    @Test func `asks for a token, for the role, and for its key`() throws {
        var server = try RecordingServer()
        try server.answer("PUT /latest/api/token", with: "t0k3n==\n")
        try server.answer("GET \(Self.path)", with: "oss-reader\n")
        try server.answer("GET \(Self.path)oss-reader", with: Self.document())
        let daemon = try RunningDaemon(Home(profiles: metadata(server)))
        #expect(try key(daemon) == "STS.One")
        let put = """
            PUT /latest/api/token HTTP/1.1\r
            Host: 127.0.0.1:\(server.port)\r
            User-Agent: ossauthd\r
            Accept: */*\r
            X-aliyun-ecs-metadata-token-ttl-seconds: 60\r
            \r

            """
        for target in ["", "oss-reader"] {
            #expect(try server.nextRequest() == put)
            #expect(
                try server.nextRequest() == """
                    GET \(Self.path)\(target) HTTP/1.1\r
                    Host: 127.0.0.1:\(server.port)\r
                    User-Agent: ossauthd\r
                    Accept: */*\r
                    X-aliyun-ecs-metadata-token: t0k3n==\r
                    \r

                    """)
        }
    }

    @Test
    func `does without the token where the service knows none, and need not ask for a role that is named`()
        throws
    {
        var server = try RecordingServer()
        try server.answer("GET \(Self.path)oss.reader-1", with: Self.document())
        let daemon = try RunningDaemon(Home(profiles: metadata(server, "RoleName=oss.reader-1")))
        #expect(try key(daemon) == "STS.One")
        #expect(try server.nextRequest().hasPrefix("PUT /latest/api/token "))
        let get = try server.nextRequest()
        #expect(get.hasPrefix("GET \(Self.path)oss.reader-1 "))
        #expect(!get.contains("metadata-token"))
    }

    @Test(arguments: ["../../user-data", "a/b", "a?b", "", "two\nroles", "a b"])
    func `a role that is none leads nowhere`(name: String) throws {
        var server = try RecordingServer()
        try server.answer("GET \(Self.path)", with: name)
        let daemon = try RunningDaemon(Home(profiles: metadata(server)))
        let answer = try daemon.ask("POST", "/v1/sign", #"{"bucket":"b-1"}"#)
        #expect(answer.status == 503)
        #expect(answer.document["lastError"].text.hasSuffix(": the metadata service named no role"))
    }

    @Test func `an instance without a role says so`() throws {
        let server = try RecordingServer()
        let daemon = try RunningDaemon(Home(profiles: metadata(server)))
        let answer = try daemon.ask("POST", "/v1/sign", #"{"bucket":"b-1"}"#)
        #expect(
            answer.document["lastError"].text.hasSuffix(
                ": the metadata service knows no role of this instance"))
    }

    @Test func `a credentials URI is one GET, and its refusal is told`() throws {
        var server = try RecordingServer()
        try server.answer("GET /secret/path?x=1", with: Self.document())
        let daemon = try RunningDaemon(
            Home(
                "LogLevel=debug",
                profiles: """
                    [Profile main]
                    Source=credentials-uri
                    URL=\(server.url)/secret/path?x=1
                    Region=cn-hangzhou
                    Endpoint=https://oss-cn-hangzhou.aliyuncs.com

                    """))
        #expect(try key(daemon) == "STS.One")
        #expect(
            try server.nextRequest() == """
                GET /secret/path?x=1 HTTP/1.1\r
                Host: 127.0.0.1:\(server.port)\r
                User-Agent: ossauthd\r
                Accept: */*\r
                \r

                """)
        try server.answer("GET /secret/path?x=1", with: #"{"Code":"Failed","Message":"no role"}"#)
        let answer = try daemon.administer("POST", "/v1/profiles/main/refresh")
        let error = answer.document["lastError"].text
        #expect(error == "\(server.url): the server refused: Failed (no role)")
        #expect(try key(daemon) == "STS.One")
        // The path may be as good as a key.
        #expect(try daemon.log.contains("GET \(server.url): status 200"))
        #expect(try !daemon.log.contains("/secret/path"))
    }
}
