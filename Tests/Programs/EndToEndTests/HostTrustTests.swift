import Kernel
import TestSupport
import Testing

/// The authorities that the host trusts.
private enum Trust {
    static let file = "/etc/ssl/certs/ca-certificates.crt"
    static let isPossible = run("unshare", ["--mount", "test", "-e", file])
}

/// Sources without a `CAFile=` of their own trust the authorities that the host trusts, and no others.
@Suite(.enabled(if: Trust.isPossible, "needs the right to give a process another view of the files"))
struct HostTrustTests {
    private static let sources: [(request: String, answer: String, keys: @Sendable (String) -> String)] = [
        (
            "POST /", STSSourceTests.answer,
            {
                """
                Source=assume-role
                Via=key
                RoleArn=acs:ram::1234567890120000:role/oss-reader
                STSEndpoint=\($0)
                """
            }
        ),
        ("GET /role", MetadataSourceTests.document("Role"), { "Source=credentials-uri\nURL=\($0)/role" }),
    ]

    /// A daemon on a host that trusts only this authority.
    private func daemon(_ keys: String, trusting authority: Authority) throws -> RunningDaemon {
        let view = "mount --bind \(authority.certificate.file) \(Trust.file) && exec \"$0\" \"$@\""
        let role =
            "[Profile role]\n\(keys)\nRegion=cn-hangzhou\nEndpoint=https://oss-cn-hangzhou.aliyuncs.com\n"
        let daemon = try RunningDaemon(
            Home(profiles: manualProfile("key") + role), through: ["unshare", "--mount", "sh", "-c", view])
        try daemon.give("Long", to: "key")
        return daemon
    }

    private func sign(_ daemon: borrowing RunningDaemon) throws -> Answer {
        try daemon.ask("POST", "/v1/sign", #"{"profile":"role","bucket":"b-1"}"#)
    }

    @Test(arguments: sources.indices)
    func `a server that the host trusts gives the role`(source: Int) throws {
        let source = Self.sources[source]
        let authority = try Authority()
        var server = try RecordingServer(with: authority.certify("DNS:localhost"))
        try server.answer(source.request, with: source.answer)
        let daemon = try daemon(source.keys("https://localhost:\(server.port)"), trusting: authority)
        #expect(try sign(daemon).document["accessKeyId"] == .text("STS.Role"))
        #expect(try server.nextRequest().hasPrefix("\(source.request) HTTP/1.1\r\n"))
    }

    @Test(arguments: sources.indices)
    func `a server with a certificate of another authority gets no request`(source: Int) throws {
        let source = Self.sources[source]
        let other = try Authority()
        let authority = try Authority()
        var server = try RecordingServer(with: other.certify("DNS:localhost"))
        try server.answer(source.request, with: source.answer)
        let daemon = try daemon(source.keys("https://localhost:\(server.port)"), trusting: authority)
        let answer = try sign(daemon)
        #expect(answer.status == 503)
        #expect(answer.document["lastError"].text.contains("unable to get local issuer certificate"))
        try server.answer("GET /other")
        let count = server.count
        #expect(count == 0)
    }
}
