import Access
import KeepingSupport
import Records
import Scoping
import Settings
import TestSupport
import Testing
import Tokens

@testable import Keeping

/// The settings that make a cached token one of another source, and those that make it another token.
struct FingerprintTests {
    private static let keys = """
        Source=appserver
        URL=https://a.example/token
        Method=POST
        Header=X-App: one
        Body=hello
        Authorization=bearer
        TokenFile=/run/token
        """

    private func fingerprint(_ keys: String) throws -> String {
        try KeepingFixture().profile(keys).owner.source
    }

    /// The digest of what a token is, however it is requested.
    private func identity(_ keys: String) throws -> String {
        try KeepingFixture().profile(keys).owner.identity
    }

    /// SHA-256 of `9:appserver1:123:https://a.example/token3:GET1:00:0:4:none`, so that no release loses the tokens of
    /// the one before.
    @Test func `a fingerprint stays the same from release to release`() throws {
        let fingerprint = try fingerprint("Source=appserver\nURL=https://a.example/token")
        #expect(fingerprint == "5557bc7ee9ab85e951f8a907e62cc04d")
    }

    @Test(arguments: [
        ("a.example/token", "b.example/token"), ("a.example/token", "a.example/token?role=b"),
        ("a.example/token", "a.example/token https://b.example/token"),
        ("Method=POST\n", "Method=POST\nHeader=A: b\n"),
        ("X-App: one", "X-App: two"), ("X-App: one", "X-Apps: one"), ("Body=hello", "Body=bye"),
        ("TokenFile=/run/token", "TokenFile=/run/other"),
        ("bearer\nTokenFile", "basic\nUser=u\nPasswordFile"),
    ])
    func `another server, or another client, is another source`(part: String, other: String) throws {
        #expect(Self.keys.contains(part))
        #expect(try fingerprint(Self.keys.replacing(part, with: other)) != fingerprint(Self.keys))
        #expect(try identity(Self.keys.replacing(part, with: other)) == identity(Self.keys))
    }

    private static let login = """
        Source=appserver
        URL=https://a.example/token
        Authorization=oauth2-client-credentials
        TokenURL=https://login.example/token
        ClientID=one
        Scope=read
        TokenFile=/run/token
        FederatedCredential=hosts
        """

    @Test(arguments: [
        ("Scope=read", "Scope=write"), ("Scope=read\n", ""), ("ClientID=one", "ClientID=two"),
        ("login.example", "login2.example"), ("=hosts", "=others"),
    ])
    func `another login is another source`(part: String, other: String) throws {
        #expect(Self.login.contains(part))
        #expect(try fingerprint(Self.login.replacing(part, with: other)) != fingerprint(Self.login))
    }

    @Test(arguments: [
        "", "Timeout=5s", "RefreshAt=40%", "Region=cn-hangzhou",
        "Proxy=http://127.0.0.1:3128", "CAFile=/etc/ca.pem", "Required=no",
    ])
    func `the options of a fetch leave the fingerprint unchanged`(more: String) throws {
        #expect(try fingerprint("\(Self.keys)\n\(more)") == fingerprint(Self.keys))
    }

    private static let role = """
        Source=assume-role
        Via=key
        RoleArn=acs:ram::1:role/r
        Duration=1h
        [Profile key]
        Source=manual
        """

    @Test(arguments: [
        ("role/r", "role/s"), ("Via=key\n", "Via=key\nRoleSessionName=other\n"),
        ("Via=key\n", "Via=key\nPolicy={}\n"), ("Via=key\n", "Via=key\nPolicy=/{}\n"),
    ])
    func `another role, or the same with less, has other tokens`(part: String, other: String) throws {
        #expect(Self.role.contains(part))
        #expect(try fingerprint(Self.role.replacing(part, with: other)) != fingerprint(Self.role))
        #expect(try identity(Self.role.replacing(part, with: other)) != identity(Self.role))
    }

    @Test(arguments: ["ExternalID=x", "STSEndpoint=sts.example.com"])
    func `another way to the same role is another source of the same tokens`(line: String) throws {
        let other = Self.role.replacing("Via=key\n", with: "Via=key\n\(line)\n")
        #expect(try fingerprint(other) != fingerprint(Self.role))
        #expect(try identity(other) == identity(Self.role))
    }

    @Test(arguments: ["RoleSessionName=other", "Policy={}", "Policy=/{}"])
    func `another session of a role for an identity provider is another source`(line: String) throws {
        let keys =
            "Source=assume-role-oidc\nRoleArn=acs:ram::1:role/r\nOIDCProviderArn=acs:ram::1:oidc-provider/p\n"
            + "TokenFile=/t"
        #expect(try fingerprint("\(keys)\n\(line)") != fingerprint(keys))
        #expect(try identity("\(keys)\n\(line)") != identity(keys))
        #expect(try fingerprint("\(keys)\nDuration=2h") == fingerprint(keys))
    }

    @Test func `a remote signer is its server and its key`() throws {
        let keys = "Source=remote-signer\nURL=https://a.example/sign\nAccessKeyID=one"
        for (part, other) in [("a.example", "b.example"), ("one", "two")] {
            #expect(try fingerprint(keys.replacing(part, with: other)) != fingerprint(keys))
        }
        #expect(try fingerprint("\(keys)\nTimeout=5s") == fingerprint(keys))
    }

    @Test func `a longer life of the same role makes no token useless`() throws {
        #expect(try fingerprint(Self.role.replacing("1h", with: "2h")) == fingerprint(Self.role))
        #expect(try identity(Self.role.replacing("1h", with: "2h")) == identity(Self.role))
    }

    @Test func `a session of another life has another token, in a file of its own`() throws {
        let keeping = try KeepingFixture()
        let profile = try keeping.profile(Self.role).settings
        func owner(_ seconds: Int?, _ profile: ProfileSettings) -> CacheRecord.Owner {
            var session = TokenSession(named: "user", limitedTo: "{}")
            session.duration = seconds.map { .seconds($0) }
            return Profile(profile.scoped(to: session), in: keeping.context).owner
        }
        #expect(owner(900, profile).profile != owner(1_800, profile).profile)
        #expect(owner(3_600, profile) == owner(nil, profile))
        let longer = try keeping.profile(Self.role.replacing("1h", with: "2h")).settings
        #expect(owner(nil, longer).profile != owner(nil, profile).profile)
    }

    @Test func `other kinds of sources are other sources`() throws {
        let kinds = [
            Self.keys, "Source=manual", "Source=static\nAccessKeyIDFile=/a\nAccessKeySecretFile=/b",
            "Source=static\nAccessKeyIDFile=/a\nAccessKeySecretFile=/c",
            "Source=credentials-uri\nURL=https://a.example/token",
        ]
        #expect(Set(try kinds.map(fingerprint)).count == kinds.count)
        #expect(Set(try kinds.map(identity)).count == kinds.count)
    }
}
