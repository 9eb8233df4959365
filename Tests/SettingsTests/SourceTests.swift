internal import Settings
import Testing

struct SourceTests {
    private func source(_ lines: String) throws -> Source {
        try settings("[Profile p]\n\(lines)\n[Profile q]\nSource=manual\n").profiles[0].source
    }

    private func appserver(_ lines: String) throws -> AppServerSettings {
        guard
            case .appserver(let server) = try source("Source=appserver\nURL=https://a.example/sts\n\(lines)")
        else {
            throw NotAnAppServer()
        }
        return server
    }

    private struct NotAnAppServer: Error {}

    @Test func `an AppServer has the documented defaults`() throws {
        let server = try appserver("")
        #expect(server.urls.map(\.text) == ["https://a.example/sts"])
        #expect(server.method == .get)
        #expect(server.headers.isEmpty)
        #expect(server.body == nil)
        #expect(server.proxy == nil)
        #expect(server.login == .none)
        #expect(server.tls.authoritiesFile == nil)
        #expect(server.dialect.members.isEmpty)
        #expect(server.dialect.success == nil)
        #expect(!server.allowsPlainHTTP)
    }

    @Test func `reads all that concerns an AppServer`() throws {
        let server = try appserver(
            """
            URL=http://127.0.0.1:8080/b?c=d http://localhost http://[::1]/
            Method=POST
            Header=X-App: one two
            Header=X-Empty:
            Body={"a": 1}
            ConnectTimeout=1s
            Timeout=2s
            MaxResponseSize=64K
            Proxy=http://proxy.example:3128
            Authorization=basic
            User=me
            PasswordFile=/p
            CAFile=/ca
            ClientCertificate=/c
            ClientKey=k
            PinnedPublicKey=sha256//47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
            Map=AccessKeyId=/data/ak Expiration=/data/a~1b
            Success=/code==0
            Decoder=/usr/bin/decode "a b"
            """)
        #expect(server.urls.count == 4)
        #expect(
            server.urls[1] == server.urls[1] && server.urls[1].port == 8_080
                && server.urls[1].target == "/b?c=d")
        #expect(server.method == .post)
        #expect(server.headers.map(\.name) == ["X-App", "X-Empty"])
        #expect(server.headers.map(\.value) == ["one two", ""])
        #expect(server.body == "{\"a\": 1}")
        #expect(server.connectTimeout == .seconds(1))
        #expect(server.timeout == .seconds(2))
        #expect(server.maxResponseSize == 65_536)
        #expect(server.proxy?.text == "http://proxy.example:3128")
        #expect(server.login == .basic(user: "me", passwordFile: .file(path: "/p")))
        #expect(server.tls.authoritiesFile == "/ca")
        #expect(server.tls.clientCertificate == "/c")
        #expect(server.tls.clientKey == .credential(name: "k", directory: nil))
        #expect(server.tls.pinnedPublicKeys.count == 1)
        #expect(server.dialect.members.map(\.member) == [.accessKeyID, .expiration])
        #expect(server.dialect.members.map(\.pointer) == ["/data/ak", "/data/a~1b"])
        #expect(server.dialect.success?.pointer == "/code")
        #expect(server.dialect.success?.value == "0")
        #expect(server.dialect.decoder == ["/usr/bin/decode", "a b"])
    }

    @Test func `reads the other logins`() throws {
        let bearer = try appserver("Authorization=bearer\nTokenFile=t\n").login
        #expect(bearer == .bearer(tokenFile: .credential(name: "t", directory: nil)))
        let oauth = try appserver(
            "Authorization=oauth2-client-credentials\nTokenURL=https://l/t\nClientID=i\nClientSecretFile=/s\nScope=a b\n"
        )
        guard case .clientCredentials(let client) = oauth.login else {
            Issue.record("\(oauth.login)")
            return
        }
        #expect(client.tokenURL.text == "https://l/t")
        #expect(client.clientID == "i")
        #expect(client.clientSecretFile == .file(path: "/s"))
        #expect(client.scope == "a b")
    }

    @Test func `reads every other source`() throws {
        guard case .static(let pair) = try source("Source=static\nAccessKeyIDFile=/i\nAccessKeySecretFile=s"),
            case .remoteSigner(let signer) = try source(
                "Source=remote-signer\nURL=https://a\nAccessKeyID=LTAI"),
            case .assumeRole(let role) = try source(
                "Source=assume-role\nVia=q\nRoleArn=acs:ram::1:role/r\nDuration=12h\nPolicy={\"a\":1}\nExternalID=e"
            ),
            case .assumeRoleOIDC(let oidc) = try source(
                "Source=assume-role-oidc\nRoleArn=acs:ram::1:role/r\nOIDCProviderArn=acs:ram::1:oidc-provider/o\n"
                    + "OIDCTokenFile=/t\nSTSEndpoint=sts.cn-beijing.aliyuncs.com"),
            case .ecsRAMRole(let instance) = try source("Source=ecs-ram-role\nRoleName=r"),
            case .credentialsURI(let uri) = try source("Source=credentials-uri\nURL=http://localhost:1/c"),
            case .process(let process) = try source("Source=process\nCommand=/x y\nTimeout=5s\nRunAs=nobody"),
            case .chain(let chain) = try source("Source=chain\nProfiles=q")
        else {
            Issue.record("the wrong source")
            return
        }
        #expect(pair.accessKeyIDFile == .file(path: "/i"))
        #expect(pair.accessKeySecretFile == .credential(name: "s", directory: nil))
        #expect(signer.accessKeyID == "LTAI" && signer.server.urls.count == 1)
        #expect(role.via == "q" && role.duration == .seconds(43_200) && role.policy == .text("{\"a\":1}"))
        #expect(
            role.externalID == "e" && role.sessionName == "ossauthd"
                && role.endpoint.host == "sts.aliyuncs.com")
        #expect(
            oidc.endpoint.text == "https://sts.cn-beijing.aliyuncs.com" && oidc.tokenFile == .file(path: "/t")
        )
        #expect(instance.roleName == "r" && instance.endpoint.text == "http://100.100.100.200")
        #expect(uri.url.text == "http://localhost:1/c")
        #expect(
            process.command == ["/x", "y"] && process.timeout == .seconds(5) && process.runAs == "nobody")
        #expect(chain.profiles == ["q"])
    }

    private static let plain = "plain http would carry secrets in the open: use https, or AllowPlainHTTP=yes"

    @Test(arguments: [
        ("http://a.example/sts", true), ("http://127.0.0.1/x", false), ("http://127.9.9.9", false),
        ("http://127.0.0.1.example", true), ("http://128.0.0.1", true), ("http://127.1", true),
        ("http://localhost:8080", false), ("http://localhost.example", true), ("http://[::1]:80/", false),
        ("http://[::2]/", true), ("https://a.example", false), ("HTTP://a.example", true),
    ])
    func `plain http stays on the host unless it is allowed`(url: String, isRefused: Bool) throws {
        let lines = "Source=appserver\nURL=\(url)\n"
        #expect(problems(profile: lines) == (isRefused ? ["a.conf:3:5: \(Self.plain)"] : []))
        #expect(problems(profile: lines + "AllowPlainHTTP=yes\n") == [])
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
        let role = "Source=ecs-ram-role\nMetadataEndpoint=http://metadata.example\n"
        #expect(problems(profile: role) == [])
    }

    @Test(arguments: [
        ("URL=https://user:pass@a", "4:5: a URL here has no user and no password in it"),
        ("URL=https://", "4:5: the URL names no valid host"),
        ("URL=https://a:0", "4:5: the URL names no valid port"),
        ("URL=https://a:99999", "4:5: the URL names no valid port"),
        ("URL=https://a:", "4:5: the URL names no valid port"),
        ("URL=https://[::1", "4:5: the URL names no valid host"),
        ("URL=https://a#b", "4:5: a fragment (#) is never sent to a server"),
        ("Header=NoColon", "4:8: a header is written Name: value"),
        (
            "Header=Authorization: Bearer x",
            "4:8: a secret does not belong here: use Authorization= and a file"
        ),
        ("Header=host: x", "4:8: this header is set by ossauthd itself"),
        ("Body=x", "4:6: Body= needs Method=POST"),
        ("Method=PUT", "4:8: 'PUT' is none of GET POST"),
        ("MaxResponseSize=17M", "4:17: '17M' is no size from 1K to 16M"),
        ("MaxResponseSize=9223372036854775807M", "4:17: '9223372036854775807M' is no size from 1K to 16M"),
        ("Timeout=0", "4:9: '0' is not from 100ms to 10min"),
        (
            "Authorization=Basic",
            "4:15: this is none of none bearer basic oauth2-client-credentials, did you mean 'basic'?"
        ),
        ("Authorization=bearer", "4:15: Authorization=bearer needs TokenFile="),
        ("TokenFile=t", "4:11: TokenFile= needs Authorization=bearer"),
        ("ClientKey=k", "4:11: ClientKey= needs ClientCertificate="),
        ("ClientCertificate=/c", "4:19: ClientCertificate= needs ClientKey="),
        (
            "PinnedPublicKey=sha256//AAAA",
            "4:17: a pin is sha256// and the base64 of the public key's SHA-256"
        ),
        ("Map=AccessKeyId", "4:5: a mapping is written Member=/pointer"),
        ("Map=AccessKeyId=data", "4:17: a JSON pointer begins with '/'"),
        ("Map=AccessKeyId=/a~2", "4:17: a JSON pointer begins with '/'"),
        ("Map=Expiration=/a Expiration=/b", "4:5: Expiration is mapped twice"),
        (
            "Map=AccessKeyID=/a",
            "4:5: 'AccessKeyID' is none of AccessKeyId AccessKeySecret SecurityToken Expiration Signature, "
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
            "Source=assume-role\nVia=q\nRoleArn=acs:ram::1:role/r\nPolicy={}\nPolicyFile=/p",
            "6:12: PolicyFile= and Policy= exclude each other"
        ),
        ("Source=assume-role\nVia=q\nRoleArn=acs:ram::1:role/r\nPolicy=x", "5:8: this is no JSON object"),
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
