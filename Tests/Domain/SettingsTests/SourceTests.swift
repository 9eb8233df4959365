internal import Exchange
internal import JSON
internal import Settings
import Testing
internal import Tokens

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

    @Test func `the source has all settings of an AppServer`() throws {
        let server = try appserver(
            """
            URL=http://127.0.0.1:8080/b?c=d http://localhost http://[::1]/
            Method=POST
            Header=X-App: one two
            Header=X-Empty:
            Body={"a": 1}
            Timeout=2s
            AllowPlainHTTP=yes
            Proxy=http://proxy.example:3128
            Authorization=basic
            User=me
            PasswordFile=/p
            CAFile=/ca
            ClientCertificate=/c
            ClientKey=k
            Map=AccessKeyId=/data/ak Expiration=/data/a~1b
            Success=/code==0
            Decoder=/usr/bin/decode "a b"
            """)
        #expect(server.urls.count == 4)
        #expect(server.urls[1].text == "http://127.0.0.1:8080/b?c=d")
        #expect(server.method == .post)
        #expect(server.headers.map(\.name) == ["X-App", "X-Empty"])
        #expect(server.headers.map(\.value) == ["one two", ""])
        #expect(server.body == "{\"a\": 1}")
        #expect(server.timeout == .seconds(2))
        #expect(server.proxy?.text == "http://proxy.example:3128")
        #expect(try server.login == .basic(BasicUser("me"), password: Exchange.SecretFile("/p")))
        #expect(server.tls.authoritiesFile == "/ca")
        #expect(server.tls.clientCertificate?.path == "/c")
        #expect(server.tls.clientCertificate?.key.path == "k")
        #expect(server.dialect.members.map(\.member) == [.keyID, .expiration])
        #expect(server.dialect.members.map(\.pointer.text) == ["/data/ak", "/data/a~1b"])
        #expect(server.dialect.success?.pointer.text == "/code")
        #expect(server.dialect.success?.value == "0")
        #expect(server.dialect.decoder?.words == ["/usr/bin/decode", "a b"])
    }

    @Test func `the source has the other kinds of login`() throws {
        let bearer = try appserver("Authorization=bearer\nTokenFile=t\n").login
        #expect(try bearer == .bearer(token: Exchange.SecretFile("t")))
        let oauth = try appserver(
            "Authorization=oauth2-client-credentials\nTokenURL=https://l/t\nClientID=i\nClientSecretFile=/s\nScope=a b\n"
        )
        guard case .clientCredentials(let client) = oauth.login else {
            Issue.record("\(oauth.login)")
            return
        }
        #expect(client.tokenURL.text == "https://l/t")
        #expect(client.client == "i")
        #expect(try client.proof == .secret(Exchange.SecretFile("/s")))
        #expect(client.scope == "a b")
    }

    private func proof(_ lines: String) throws -> ClientLogin? {
        let login = try appserver(
            "Authorization=oauth2-client-credentials\nTokenURL=https://l/t\nClientID=i\n\(lines)\n"
        ).login
        guard case .clientCredentials(let client) = login else { return nil }
        return client
    }

    @Test func `the key that is there selects the proof of a client`() throws {
        let key = try Exchange.SecretFile("/k")
        #expect(try proof("AssertionKey=/k")?.proof == .key(AssertionKey(key)))
        let certified = try proof(
            "AssertionKey=/k\nAssertionCertificate=c\nAssertionAudience=a\nFederatedCredential=hosts")
        #expect(
            try certified?.proof
                == .key(AssertionKey(key, certificates: Exchange.SecretFile("c"), audience: "a")))
        #expect(certified?.federatedCredential == "hosts")
        #expect(
            try proof("AssertionKey=/k\nAssertionKeyID=host 17")?.proof
                == .key(AssertionKey(key, id: "host 17")))
        #expect(try proof("TokenFile=/t")?.proof == .token(Exchange.SecretFile("/t")))
        #expect(
            try proof("InstanceIdentity=idaas_1\nFederatedCredential=hosts")?.proof
                == .ecsIdentity(instance: "idaas_1", metadata: ExchangeURL("http://100.100.100.200")))
    }

    @Test(arguments: ["a b", "\"a b\"", "'a b'"])
    func `quotes around a scope are not sent`(scope: String) throws {
        let oauth = try appserver(
            "Authorization=oauth2-client-credentials\nTokenURL=https://l/t\nClientID=\"i\"\nClientSecretFile=/s\nScope=\(scope)\n"
        )
        guard case .clientCredentials(let client) = oauth.login else {
            Issue.record("\(oauth.login)")
            return
        }
        #expect(client.client == "i" && client.scope == "a b")
    }

    @Test func `every other source is read`() throws {
        guard case .static(let pair) = try source("Source=static\nAccessKeyIDFile=/i\nAccessKeySecretFile=s"),
            case .remoteSigner(let signer) = try source(
                "Source=remote-signer\nURL=https://a\nAccessKeyID=LTAI"),
            case .assumeRole(let role) = try source(
                "Source=assume-role\nVia=q\nRoleArn=acs:ram::1:role/r\nDuration=12h\nPolicy={\"a\":1}\nExternalID=e"
            ),
            case .assumeRoleOIDC(let oidc) = try source(
                "Source=assume-role-oidc\nRoleArn=acs:ram::1:role/r\nOIDCProviderArn=acs:ram::1:oidc-provider/o\n"
                    + "TokenFile=/t\nSTSEndpoint=sts.cn-beijing.aliyuncs.com\nRoleSessionName=pod@a-1\nPolicy=/p"
            ),
            case .ecsRAMRole(let instance) = try source("Source=ecs-ram-role\nRoleName=r"),
            case .credentialsURI(let uri) = try source("Source=credentials-uri\nURL=http://localhost:1/c"),
            case .process(let process) = try source("Source=process\nCommand=/x y\nTimeout=5s"),
            case .chain(let chain) = try source("Source=chain\nProfiles=q")
        else {
            Issue.record("the wrong source")
            return
        }
        #expect(pair.accessKeyIDFile == .file(path: "/i"))
        #expect(pair.accessKeySecretFile == .credential(name: "s", directory: nil))
        #expect(signer.accessKeyID == "LTAI" && signer.server.urls.count == 1)
        #expect(
            role.via == "q" && role.session.duration == .seconds(43_200)
                && role.session.policy == .text("{\"a\":1}"))
        #expect(
            role.externalID == "e" && role.session.name == "ossauthd"
                && role.endpoint.host == "sts.aliyuncs.com")
        #expect(
            oidc.endpoint.text == "https://sts.cn-beijing.aliyuncs.com" && oidc.tokenFile == .file(path: "/t")
        )
        #expect(oidc.session.name == "pod@a-1" && oidc.session.policy == .file(path: "/p"))
        #expect(
            Source.assumeRoleOIDC(oidc).files.contains { $0.key == "Policy" && $0.path == "/p" })
        #expect(instance.roleName == "r" && instance.endpoint.text == "http://100.100.100.200")
        #expect(uri.url.text == "http://localhost:1/c")
        #expect(process.command == ["/x", "y"] && process.timeout == .seconds(5))
        #expect(chain.profiles == ["q"])
    }

    @Test(arguments: [
        "Source=assume-role\nVia=q\nRoleArn=acs:ram::1:role/r",
        "Source=assume-role-oidc\nRoleArn=acs:ram::1:role/r\nOIDCProviderArn=acs:ram::1:oidc-provider/p\n"
            + "TokenFile=/t",
        "Source=credentials-uri\nURL=https://a.example/",
    ])
    func `a source with one server is told how to reach it`(lines: String) throws {
        let usual = try #require(try source(lines).exchange)
        #expect(usual.timeout == .seconds(15) && usual.proxy == nil && usual.authoritiesFile == nil)
        let own = try source("\(lines)\nTimeout=3s\nProxy=http://proxy.example:3128\nCAFile=/ca")
        #expect(own.exchange?.timeout == .seconds(3))
        #expect(own.exchange?.proxy?.text == "http://proxy.example:3128")
        #expect(own.exchange?.authoritiesFile == "/ca")
        #expect(own.files.contains { $0.key == "CAFile" && $0.path == "/ca" })
    }
}

extension Source {
    fileprivate var exchange: ExchangeSettings? {
        switch self {
        case .assumeRole(let role): role.exchange
        case .assumeRoleOIDC(let role): role.exchange
        case .credentialsURI(let server): server.exchange
        default: nil
        }
    }
}
