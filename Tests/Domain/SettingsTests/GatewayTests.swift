import Testing

@testable import Settings

@Suite struct GatewayTests {
    private static let two = """
        [Profile media]
        Source=manual
        Endpoint=https://OSS-cn-hangzhou.aliyuncs.com

        [Profile other]
        Source=manual
        Endpoint=oss-cn-beijing-internal.aliyuncs.com

        [Forward first]
        Profile=media

        [Forward second]
        Listen=127.0.0.1:472
        Profile=other

        """
    private static let authorities = "/etc/ssl/authorities"

    private func text(
        of settings: String = two, at port: UInt16? = 471, former: String? = nil
    ) throws -> [Substring] {
        try SettingsTests.settings(settings)
            .gateway(at: port, former: former, authorities: Self.authorities)
            .split(separator: "\n", omittingEmptySubsequences: false)
    }

    private func endpoints(_ lines: [Substring]) -> [Substring] {
        lines.filter { $0.hasPrefix("    upstream ") && $0.contains(":443;") }
            .map { $0.split(separator: " ")[1] }
    }

    @Test(
        arguments: [
            ("role", .role), ("gateways", .gateways), ("gateway", .gateway(port: nil, former: nil)),
            ("gateway:471", .gateway(port: 471, former: nil)),
            ("gateway:471:", .gateway(port: 471, former: "")),
            ("gateway:471:oss-a.aliyuncs.com", .gateway(port: 471, former: "oss-a.aliyuncs.com")),
            ("", nil), ("Role", nil), ("role:471", nil), ("gateways:471", nil), ("gateway:", nil),
            ("gateway:x", nil), ("gateway:65536", nil),
        ] as [(String, Derived?)])
    func `each derived text has a name`(name: String, derived: Derived?) {
        #expect(Derived(name) == derived)
    }

    @Test func `each section has a file with its port and the endpoints of its profile`() throws {
        let settings = try settings(Self.two)
        #expect(settings.gateways == "471\n472\n")
        let first = try text()
        #expect(first.contains("# endpoint: oss-cn-hangzhou.aliyuncs.com"))
        #expect(first.contains("        listen 127.0.0.1:471;"))
        #expect(first.contains("pid /run/ossauth-nginx/471/nginx.pid;"))
        #expect(first.contains("        listen unix:/run/ossauth-nginx/471/plain.sock;"))
        #expect(
            first.contains("    upstream ossauth-unchunk { server unix:/run/ossauth-unchunk/471.sock; }"))
        #expect(first.contains("    proxy_ssl_trusted_certificate \(Self.authorities);"))
        #expect(
            endpoints(first) == ["oss-cn-hangzhou.aliyuncs.com", "s3.oss-cn-hangzhou.aliyuncs.com"])
        let second = try text(at: 472)
        #expect(
            endpoints(second)
                == ["oss-cn-beijing-internal.aliyuncs.com", "s3.oss-cn-beijing-internal.aliyuncs.com"])
        #expect(second.contains("        listen 127.0.0.1:472;"))
        // Nothing of the template is left, and nothing of another section.
        let names = ["@PORT", "@PROFILE", "@PRESENT", "@ENDPOINT", "@AUTHORITIES", "471", "hangzhou"]
        #expect(!second.contains { line in names.contains { line.contains($0) } })
    }

    @Test func `the endpoint before a change stays known beside the present one`() throws {
        let lines = try text(former: "oss-cn-beijing.aliyuncs.com")
        #expect(lines.contains("# endpoint: oss-cn-hangzhou.aliyuncs.com"))
        #expect(
            endpoints(lines) == [
                "oss-cn-hangzhou.aliyuncs.com", "oss-cn-beijing.aliyuncs.com",
                "s3.oss-cn-hangzhou.aliyuncs.com", "s3.oss-cn-beijing.aliyuncs.com",
            ])
        #expect(lines.contains("        oss-cn-beijing.aliyuncs.com oss-cn-beijing.aliyuncs.com;"))
        #expect(lines.contains("        s3.oss-cn-beijing.aliyuncs.com s3.oss-cn-beijing.aliyuncs.com;"))
        #expect(lines.filter { $0.hasPrefix("# endpoint: ") }.count == 1)
    }

    @Test(arguments: [
        "", "oss-cn-hangzhou.aliyuncs.com", "example.com", "oss-a;.aliyuncs.com", "oss-a\n.aliyuncs.com",
        "oss-{}.aliyuncs.com",
    ])
    func `another text than an endpoint before is left out`(former: String) throws {
        #expect(try text(former: former) == text())
    }

    @Test func `only the lines with limit_conn need its module`() throws {
        let lines = try text().filter { $0.contains("limit_conn") || $0.contains("zone=") }
        #expect(
            lines.filter { !$0.contains("#") }.map { $0.drop { $0 == " " } } == [
                "limit_conn_zone $ossauth_user zone=users:1m; limit_conn_status 429; limit_conn_log_level info;",
                "limit_conn users 256;", "limit_conn users 256;",
            ])
        #expect(lines.allSatisfy { $0.contains("limit_conn") })
    }

    @Test func `the only section needs no port, and of several one is named`() throws {
        let one = "[Profile p]\nSource=manual\nEndpoint=oss-a.aliyuncs.com\n[Forward f]\nProfile=p\n"
        #expect(try text(of: one, at: nil) == text(of: one, at: 471))
        #expect(throws: GatewayError.several([471, 472])) { try text(at: nil) }
        #expect(GatewayError.several([471, 472]).description.hasSuffix("gateway:471 or gateway:472"))
        #expect(throws: GatewayError.noSection(473)) { try text(at: 473) }
        #expect(throws: GatewayError.noSection(nil)) {
            try text(of: "[Profile p]\nSource=manual\n", at: nil)
        }
        #expect(try settings("").gateways.isEmpty)
    }

    /// The endpoint is a part of the file, and nginx sends the signatures to it.
    @Test(arguments: [
        "example.com", "oss-cn-hangzhou.aliyuncs.com:80", "http://oss-cn-hangzhou.aliyuncs.com:8080",
        "s3.oss-cn-hangzhou.aliyuncs.com", "oss-a;b.aliyuncs.com", "oss-{a}.aliyuncs.com",
        "oss-$a.aliyuncs.com", "oss-a.example.com.aliyuncs.com", "127.0.0.1", "oss-cn-hangzhou.aliyuncs.com.",
    ])
    func `a profile with another server than OSS has no gateway`(endpoint: String) throws {
        let text = Self.two.replacing("https://OSS-cn-hangzhou.aliyuncs.com", with: endpoint)
        let problem = "[Forward first] needs a profile with Endpoint=oss-REGION"
        #expect(problems(text).last?.contains(problem) == true)
    }
}
