internal import Exchange
internal import Settings
import Testing

/// Settings that the helper would refuse are refused when they are read, and not when a token is wanted.
struct ExchangeMistakeTests {
    private static let server = "Source=appserver\nURL=https://a\n"
    private static let plain = "would carry secrets in the open: use https, or AllowPlainHTTP=yes"

    @Test(arguments: [
        ("https://h/a|b", "'|' in a URL is written %7C"),
        ("https://h/?a=[b]", "'[' in a URL is written %5B"),
        ("https://h/ü", "a URL is made of printable ASCII characters without blanks"),
        (
            "https://h/%zz",
            "'%' in a URL begins an escape of two hexadecimal digits, and is itself written %25"
        ),
        (
            "https://h/100%",
            "'%' in a URL begins an escape of two hexadecimal digits, and is itself written %25"
        ),
        ("https://h:0080000/", "the URL names no valid port"),
        ("https://[12]/", "the URL names no valid host"),
        ("https://-h/", "the URL names no valid host"),
        ("h.example", "a URL begins with https:// or http://"),
        ("ftp://h.example", "a URL begins with https:// or http://"),
    ])
    func `a URL is one that the helper takes`(url: String, complaint: String) {
        #expect(problems(profile: "Source=appserver\nURL=\(url)\n") == ["a.conf:3:5: \(complaint)"])
        #expect(
            problems(profile: "Source=credentials-uri\nURL=https://a\nProxy=\(url)\n") == [
                "a.conf:4:7: \(complaint)"
            ])
        #expect(throws: ExchangeError.url) { try ExchangeURL(url) }
    }

    @Test func `a URL has a limit`() {
        let path = String(repeating: "a", count: ExchangeLimit.urlBytes - "https://a/".count)
        #expect(problems(profile: "Source=appserver\nURL=https://a/\(path)\n") == [])
        #expect(
            problems(profile: "Source=appserver\nURL=https://a/a\(path)\n") == [
                "a.conf:3:5: a URL has at most 4096 characters"
            ])
    }

    @Test(arguments: [
        ("HTTPS://H.example:8443/Sts?a=%20b", "https://H.example:8443/Sts?a=%20b"),
        ("Http://LocalHost", "http://LocalHost"), ("http://[::1]:80/a", "http://[::1]:80/a"),
        ("https://a_b.example?x", "https://a_b.example?x"),
    ])
    func `the scheme may be written in any case`(url: String, expected: String) throws {
        let profile = try settings("[Profile p]\nSource=appserver\nURL=\(url)\n").profiles[0]
        guard case .appserver(let server) = profile.source else {
            Issue.record("the wrong source")
            return
        }
        #expect(server.urls == [try ExchangeURL(expected)])
    }

    /// It stands in scopes and in policies as it is.
    @Test(arguments: ["a\"b", "a/b", "a,b", "a:b", String(repeating: "a", count: 257)])
    func `the id of a key that is elsewhere is one like any other`(id: String) {
        #expect(
            problems(profile: "Source=remote-signer\nAccessKeyID=\(id)\nURL=https://a\n") == [
                "a.conf:3:13: the id of a key is made of letters, digits and -._~"
            ])
    }

    /// Some take a leading zero for octal.
    @Test func `a host that only resembles a loopback address is another host`() {
        #expect(
            problems(profile: "Source=appserver\nURL=http://127.0.0.01/\n") == [
                "a.conf:3:5: plain http \(Self.plain)"
            ])
        #expect(
            problems(
                profile: "Source=assume-role-oidc\nRoleArn=acs:ram::1:role/r\nTokenFile=/t\n"
                    + "OIDCProviderArn=acs:ram::1:oidc-provider/p\nSTSEndpoint=http://127.0.0.01\n") == [
                    "a.conf:6:13: this endpoint must be https"
                ])
    }

    @Test func `a proxy takes plain http off the host`() {
        let lines = "Source=appserver\nURL=http://localhost/\nProxy=http://proxy.example:3128\n"
        #expect(problems(profile: lines) == ["a.conf:3:5: plain http through Proxy= \(Self.plain)"])
        #expect(problems(profile: lines + "AllowPlainHTTP=yes\n") == [])
        let sts =
            "Source=assume-role-oidc\nRoleArn=acs:ram::1:role/r\nTokenFile=/t\n"
            + "OIDCProviderArn=acs:ram::1:oidc-provider/p\nSTSEndpoint=http://127.0.0.1\n"
        #expect(problems(profile: sts) == [])
        #expect(
            problems(profile: sts + "Proxy=http://proxy.example\n") == [
                "a.conf:6:13: this endpoint must be https"
            ])
    }

    @Test(arguments: [
        ("Header=Expect: 100-continue", "4:8: this header is set by ossauthd itself"),
        ("Header=X-App: a\tb", "4:8: a header has no tabs in it and at most 8192 bytes"),
        ("Header=: b", "4:8: a header is written Name: value"),
        ("Success=/a~2==b", "4:9: a test is written /pointer==value or /pointer!=value"),
        ("Success=a==b", "4:9: a test is written /pointer==value or /pointer!=value"),
        (
            "Authorization=oauth2-client-credentials\nTokenURL=https://l\nClientSecretFile=/s\nClientID=i\nScope=a\tb",
            "8:7: a client or a scope has at most 1024 bytes, and no tabs"
        ),
        (
            "Authorization=basic\nPasswordFile=/p\nUser=a:b",
            "6:6: a user of basic has at most 256 bytes, and no colon, which would end it"
        ),
    ])
    func `all that goes with a question can be asked`(lines: String, complaint: String) {
        let found = problems(profile: "\(Self.server)\(lines)\n")
        #expect(found.filter { !$0.hasSuffix("needs User=") } == ["a.conf:\(complaint)"])
    }

    @Test func `there are no more headers than the helper takes`() {
        let headers = (1...ExchangeLimit.headers).map { "Header=X-\($0): a\n" }.joined()
        #expect(problems(profile: Self.server + headers) == [])
        #expect(
            problems(profile: Self.server + headers + "Header=X-Last: a\n") == [
                "a.conf:36:8: there are at most 32 headers"
            ])
    }

    /// The question for a signature says itself what it is.
    @Test func `a server that signs gets one header more`() {
        let signer = "Source=remote-signer\nAccessKeyID=i\nURL=https://a\n"
        let headers = (1..<ExchangeLimit.headers).map { "Header=X-\($0): a\n" }.joined()
        #expect(problems(profile: signer + headers) == [])
        #expect(
            problems(profile: signer + headers + "Header=X-Last: a\n") == [
                "a.conf:36:8: there are at most 31 headers"
            ])
        #expect(problems(profile: signer + headers + "Header=content-type: a/b\n") == [])
    }

    @Test(arguments: ["Source=process\nCommand=", "Source=appserver\nURL=https://a\nDecoder="])
    func `a command has as many words as the helper takes`(lines: String) {
        let words = Array(repeating: "a", count: ExchangeLimit.words - 1).joined(separator: " ")
        #expect(problems(profile: "\(lines)/x \(words)\n") == [])
        let found = problems(profile: "\(lines)/x a \(words)\n")
        #expect(found.count == 1)
        #expect(found.first?.hasSuffix(": a command has at most 64 words of at most 4096 bytes") == true)
    }
}
