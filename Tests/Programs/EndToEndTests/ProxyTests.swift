import Kernel
import TestSupport
import Testing

/// Sources whose servers are reached through a proxy, and trusted for an authority of the operator's own.
struct ProxyTests {
    private static let sources = [
        "Source=credentials-uri\nURL=https://localhost:PORT/",
        "Source=assume-role\nVia=key\nRoleArn=acs:ram::1:role/r\nSTSEndpoint=https://localhost:PORT",
        """
        Source=assume-role-oidc
        RoleArn=acs:ram::1:role/r
        OIDCProviderArn=acs:ram::1:oidc-provider/p
        TokenFile=TOKEN
        STSEndpoint=https://localhost:PORT
        """,
    ]

    @Test(arguments: sources)
    func `goes through the proxy, which sees the name of the server alone`(source: String) throws {
        let place = try TemporaryDirectory()
        let token = place.appending("token")
        try File.replace(token, with: "identity".utf8Span.span)
        let authority = try Authority()
        var server = try RecordingServer(with: authority.certify("DNS:localhost"))
        try server.answer("POST /", with: STSSourceTests.answer)
        try server.answer("GET /", with: MetadataSourceTests.document("Role"))
        var proxy = try RecordingServer()
        let keys = source.replacing("PORT", with: server.port).replacing("TOKEN", with: token)
        let daemon = try RunningDaemon(
            Home(
                profiles: manualProfile("key") + """
                    [Profile role]
                    \(keys)
                    Proxy=\(proxy.url)
                    CAFile=\(authority.certificate.file)
                    Endpoint=https://oss-cn-hangzhou.aliyuncs.com

                    """))
        try daemon.give("Long", to: "key")
        let answer = try daemon.ask("POST", "/v1/sign", #"{"profile":"role","bucket":"b-1"}"#)
        #expect(answer.document["accessKeyId"] == .text("STS.Role"), "\(answer.body)")
        let request = try proxy.nextRequest()
        #expect(request.hasPrefix("CONNECT localhost:\(server.port) HTTP/1.1\r\n"))
        #expect(!request.contains("STS.Long") && !request.contains("identity"))
    }
}
