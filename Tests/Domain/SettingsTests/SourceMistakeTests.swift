internal import Settings
import Testing

struct SourceMistakeTests {
    private static let plain = "plain http would carry secrets in the open: use https, or AllowPlainHTTP=yes"

    @Test(arguments: [
        ("http://a.example/sts", true), ("http://127.0.0.1/x", false), ("http://127.9.9.9", false),
        ("http://127.0.0.1.example", true), ("http://128.0.0.1", true), ("http://127.1", true),
        ("http://localhost:8080", false), ("http://localhost.example", true), ("http://[::1]:80/", false),
        ("http://[::2]/", true), ("https://a.example", false), ("HTTP://a.example", true),
        ("http://127.0.0.256", true), ("http://127.0.0.a", true), ("http://127.0.0.1a", true),
        ("http://127.0.0.", true), ("http://127.0.0", true), ("http://127.0.0.0.1", true),
    ])
    func `plain http stays on the host unless it is allowed`(url: String, isRefused: Bool) throws {
        let lines = "Source=appserver\nURL=\(url)\n"
        #expect(problems(profile: lines) == (isRefused ? ["a.conf:3:5: \(Self.plain)"] : []))
        #expect(problems(profile: lines + "AllowPlainHTTP=yes\n") == [])
    }

    @Test(arguments: [
        (
            "",
            "4:15: Authorization=oauth2-client-credentials needs a proof of the client: one of ClientSecretFile=, "
                + "AssertionKey=, TokenFile= or InstanceIdentity="
        ),
        ("AssertionKey=k\nTokenFile=t", "8:11: AssertionKey= and TokenFile= exclude each other"),
        ("TokenFile=t\nAssertionCertificate=c", "8:22: AssertionCertificate= needs AssertionKey="),
        ("TokenFile=t\nAssertionKeyID=a", "8:16: AssertionKeyID= needs AssertionKey="),
        ("TokenFile=t\nAssertionAudience=a", "8:19: AssertionAudience= needs AssertionKey="),
        ("InstanceIdentity=i", "7:18: InstanceIdentity= needs FederatedCredential="),
        (
            "AssertionKey=k\nFederatedCredential=f",
            "8:21: FederatedCredential= needs AssertionCertificate=, TokenFile= or InstanceIdentity="
        ),
        ("AssertionKey=./k", "7:14: a path is absolute and has no '.' or '..' in it"),
    ])
    func `a client has one proof, and all that belongs to it`(lines: String, complaint: String) {
        let login = "Authorization=oauth2-client-credentials\nTokenURL=https://l\nClientID=i\n"
        #expect(
            problems(profile: "Source=appserver\nURL=https://a\n\(login)\(lines)\n") == [
                "a.conf:\(complaint)"
            ])
    }

    @Test func `every place that carries a secret is held to https`() {
        let login =
            "Authorization=oauth2-client-credentials\nClientID=i\nClientSecretFile=s\nTokenURL=http://l.example\n"
        #expect(
            problems(profile: "Source=appserver\nURL=https://a\n\(login)") == ["a.conf:7:10: \(Self.plain)"])
        let signer = "Source=remote-signer\nAccessKeyID=i\nURL=https://a http://b.example\n"
        #expect(problems(profile: signer) == ["a.conf:4:15: \(Self.plain)"])
        #expect(
            problems(profile: "Source=credentials-uri\nURL=http://b.example\n") == [
                "a.conf:3:5: \(Self.plain)"
            ])
        let role = "Source=ecs-ram-role\nURL=http://metadata.example\n"
        #expect(problems(profile: role) == [])
    }

    @Test(arguments: [
        ("CompatListen=127.0.0.1:7778", "credentials-uri\nURL=http://127.0.0.1:7778/a", "5:5"),
        ("CompatListen=127.0.0.1:7778", "credentials-uri\nURL=http://LocalHost:7778/a", "5:5"),
        ("CompatListen=[::1]:7778", "appserver\nURL=https://a.example http://[::1]:7778/a", "5:23"),
        ("MetadataListen=100.100.100.200:80", "ecs-ram-role", "4:8"),
        ("MetadataListen=[::1]:80", "ecs-ram-role\nURL=http://[::1]", "5:5"),
    ])
    func `a profile does not ask its own daemon`(listener: String, source: String, place: String) throws {
        let key = try #require(listener.split(separator: "=").first)
        #expect(
            problems("[Daemon]\n\(listener)\n[Profile p]\nSource=\(source)\n") == [
                "a.conf:\(place): this daemon itself listens there (\(key)=), so the profile would ask itself: set the address of "
                    + "another server, or use Source=chain for another profile of this daemon"
            ])
    }

    @Test(arguments: [
        ("CompatListen=127.0.0.1:7778", "credentials-uri\nURL=http://127.0.0.1:7779/a"),
        ("CompatListen=127.0.0.1:7778", "credentials-uri\nURL=http://127.0.0.2:7778/a"),
        ("CompatListen=127.0.0.1:7778", "credentials-uri\nURL=http://[::1]:7778/a"),
        (
            "CompatListen=127.0.0.1:80",
            "appserver\nURL=http://127.0.0.1\nAllowPlainHTTP=yes\nProxy=http://proxy.example"
        ),
        ("MetadataListen=100.100.100.200:81", "ecs-ram-role"),
        ("MetadataListen=127.0.0.1:80", "ecs-ram-role"),
    ])
    func `another server of the host may be asked`(listener: String, source: String) {
        #expect(problems("[Daemon]\n\(listener)\n[Profile p]\nSource=\(source)\n") == [])
    }

    @Test func `an AppServer is asked with GET or POST`() {
        #expect(
            problems(profile: "Source=appserver\nURL=https://a\nMethod=PUT\n") == [
                "a.conf:4:8: 'PUT' is not one of GET POST"
            ])
    }

    @Test func `the body of a POST is the request to sign`() {
        let signer = "Source=remote-signer\nAccessKeyID=i\nURL=https://a\n"
        #expect(problems(profile: signer + "Method=POST\n") == [])
        #expect(
            problems(profile: signer + "Method=GET\n") == [
                "a.conf:5:8: Method= must be POST: the daemon sends the string to sign"
            ])
        #expect(
            problems(profile: signer + "Body=x\n") == [
                "a.conf:5:6: Body= is not allowed: the daemon sends the string to sign"
            ])
    }

    @Test func `a role is asked for with a secret`() {
        let problems = problems(
            profile: "Source=assume-role\nVia=q\nRoleArn=acs:ram::1:role/r\n"
                + "[Profile q]\nSource=remote-signer\nAccessKeyID=i\nURL=https://a\n")
        #expect(problems == ["a.conf:3:5: 'q' signs elsewhere and has no secret to ask with"])
    }

    @Test(arguments: [
        ("URL=https://user:pass@a", "4:5: a URL here has no user and no password in it"),
        ("URL=https://", "4:5: the URL names no valid host"),
        ("URL=https://a:0", "4:5: the URL names no valid port"),
        ("URL=https://a:99999", "4:5: the URL names no valid port"),
        ("URL=https://a:", "4:5: the URL names no valid port"),
        ("URL=https://a:+80", "4:5: the URL names no valid port"),
        ("URL=https://[::1]x80", "4:5: the URL names no valid host"),
        ("URL=https://.a", "4:5: the URL names no valid host"),
        ("URL=https://-a", "4:5: the URL names no valid host"),
        ("URL=https://[1234]", "4:5: the URL names no valid host"),
        ("URL=https://\(String(repeating: "a", count: 254))", "4:5: the URL names no valid host"),
        ("URL=https://a b", "4:15: a URL begins with https:// or http://"),
        (
            "URL=https://a/\u{7f}",
            "4:15: a control character"
        ),
        (
            "URL=https://a/ü",
            "4:5: a URL is made of printable ASCII characters without blanks"
        ),
        (
            "URL=https://a/\(String(repeating: "a", count: 4_087))",
            "4:5: a URL has at most 4096 characters"
        ),
        ("URL=https://[::1", "4:5: the URL names no valid host"),
        ("URL=https://a#b", "4:5: a fragment (#) is never sent to a server"),
        ("Header=NoColon", "4:8: a header is written Name: value"),
        ("Header=: x", "4:8: a header is written Name: value"),
        ("Header=X Y: x", "4:8: a header is written Name: value"),
        (
            "Header=Authorization: Bearer x",
            "4:8: a secret does not belong here: use Authorization= and a file"
        ),
        (
            "Header=Proxy-Authorization: x",
            "4:8: a secret does not belong here: use Authorization= and a file"
        ),
        ("Header=cookie: a=b", "4:8: a secret does not belong here: use Authorization= and a file"),
        ("Header=host: x", "4:8: this header is set by ossauthd itself"),
        ("Header=Connection: close", "4:8: this header is set by ossauthd itself"),
        ("Header=Content-Length: 1", "4:8: this header is set by ossauthd itself"),
        ("Header=TRANSFER-ENCODING: chunked", "4:8: this header is set by ossauthd itself"),
        ("Body=x", "4:6: Body= needs Method=POST"),
        ("Method=PUT", "4:8: 'PUT' is not one of GET POST"),
        ("Timeout=0", "4:9: '0' is not from 100ms to 10min"),
        (
            "Authorization=Basic",
            "4:15: this is not one of none bearer basic oauth2-client-credentials, did you mean 'basic'?"
        ),
        ("Authorization=bearer", "4:15: Authorization=bearer needs TokenFile="),
        ("TokenFile=t", "4:11: TokenFile= needs Authorization=bearer or oauth2-client-credentials"),
        ("AssertionKey=k", "4:14: AssertionKey= needs Authorization=oauth2-client-credentials"),
        ("ClientKey=k", "4:11: ClientKey= needs ClientCertificate="),
        ("ClientCertificate=/c", "4:19: ClientCertificate= needs ClientKey="),
        ("Map=AccessKeyId", "4:5: a mapping is written Member=/pointer"),
        ("Map=AccessKeyId=data", "4:17: a JSON pointer begins with '/'"),
        ("Map=AccessKeyId=/a~2", "4:17: '~' in a JSON pointer is written ~0"),
        ("Map=Expiration=/a Expiration=/b", "4:5: Expiration is mapped twice"),
        (
            "Map=AccessKeyID=/a",
            "4:5: 'AccessKeyID' is not one of AccessKeyId AccessKeySecret SecurityToken Expiration Signature, "
                + "did you mean 'AccessKeyId'?"
        ),
        ("Success=/code=0", "4:9: a test is written /pointer==value or /pointer!=value"),
        ("Decoder=decode", "4:9: a command begins with an absolute path"),
    ])
    func `refuses what no AppServer can be asked with`(line: String, expected: String) {
        #expect(problems(profile: "Source=appserver\nURL=https://a\n\(line)\n") == ["a.conf:\(expected)"])
    }

    @Test(arguments: [
        (
            "Source=assume-role\nVia=q\nRoleArn=role",
            "4:9: a resource name of this kind is acs:ram::ACCOUNT:role/NAME"
        ),
        (
            "Source=assume-role\nVia=q\nRoleArn=acs:ram::1:role/",
            "4:9: a resource name of this kind is acs:ram::ACCOUNT:role/NAME"
        ),
        (
            "Source=assume-role\nVia=q\nRoleArn=acs:ram::1:role/r\nDuration=10min",
            "5:10: '10min' is not from 15min to 12h"
        ),
        (
            "Source=assume-role\nVia=q\nRoleArn=acs:ram::1:role/r\nPolicy=x",
            "5:8: a policy is a JSON object, or the absolute path of a file"
        ),
        (
            "Source=assume-role\nVia=q\nRoleArn=acs:ram::1:role/r\nPolicy=/etc/../p",
            "5:8: a path is absolute and has no '.' or '..' in it"
        ),
        (
            "Source=assume-role-oidc\nRoleArn=acs:ram::1:role/r\nOIDCProviderArn=acs:ram::1:oidc-provider/p\n"
                + "TokenFile=/t\nRoleSessionName=a/b",
            "6:17: a session's name is 2 to 64 letters, digits and '.', '@', '-', '_'"
        ),
        (
            "Source=assume-role\nVia=q\nRoleArn=acs:ram::1:role/r\nSTSEndpoint=http://sts",
            "5:13: this endpoint must be https"
        ),
        ("Source=process\nCommand=ls", "3:9: a command begins with an absolute path"),
        (
            "Source=static\nAccessKeyIDFile=a/b\nAccessKeySecretFile=s",
            "3:17: a path is absolute and has no '.' or '..' in it"
        ),
    ])
    func `refuses sources that cannot work`(lines: String, expected: String) {
        #expect(problems(profile: "\(lines)\n[Profile q]\nSource=manual\n") == ["a.conf:\(expected)"])
    }

    @Test(arguments: [
        "https://\(String(repeating: "a", count: 253))", "https://a/\(String(repeating: "a", count: 4_086))",
        "https://a:65535/!~", "https://[::ffff:1.2.3.4]:1",
    ])
    func `a URL may be as long as it can be`(url: String) {
        #expect(problems(profile: "Source=appserver\nURL=\(url)\n") == [])
    }

    @Test(arguments: [
        "acs:ram:::role/r", "acs:ram::1a:role/r", "acs:ram::1:user/r", "acs:ram::1:role/",
        "acs:ram::1:role/r s",
    ])
    func `a role has an account and a name`(arn: String) {
        #expect(
            problems(profile: "Source=assume-role\nVia=q\nRoleArn=\(arn)\n[Profile q]\nSource=manual\n") == [
                "a.conf:4:9: a resource name of this kind is acs:ram::ACCOUNT:role/NAME"
            ])
    }

    @Test func `never repeats what may be a secret`() {
        let secret = "LTAI5tSecretSecret/Secret"
        let places = [
            "Source=static\nAccessKeyIDFile=\(secret)\nAccessKeySecretFile=\(secret)\n",
            "Source=appserver\nURL=https://\(secret)@a\nHeader=Authorization: \(secret)\n",
            "Source=appserver\nURL=https://a\nAuthorization=\(secret)\n",
        ]
        for place in places {
            let found = problems(profile: place)
            #expect(!found.isEmpty && found.allSatisfy { !$0.contains("LTAI5t") })
        }
    }
}
