import Access
import Exchange
import Issuing
import IssuingSettings
import Sections
import Testing

private struct Unexpected: Error {}

struct IssuingSettingsTests {
    private func read(_ text: String) throws(InvalidSettings) -> IssuingSettings {
        try IssuingSettings(
            reading: [SourceFile(path: "a.conf", bytes: Array(text.utf8))], environment: Environment())
    }

    private func problems(_ text: String) -> [String] {
        do throws(InvalidSettings) {
            _ = try read(text)
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    @Test func `reads all of a configuration`() throws {
        let settings = try read(
            """
            [AppServer]
            Listen=/run/ossauth-appserver/http.sock
            SocketMode=0600
            DaemonSocket=/tmp/d.sock
            TokenFile=/var/lib/ossauth-appserver/tokens
            ClientCertificates=yes
            AllowOrigin=https://a.example https://b.example:8443
            [User alice]
            Profile=media
            Policy={"Version":"1","Statement":[]}
            Duration=15min
            Subject=CN=alice
            [Group hosts]
            Profile=media
            Bucket=pictures
            Key=home/%u/** %u
            Method=GET PUT
            Allow=presign
            Rate=10/min
            Burst=20
            Subject=CN=%u,OU=hosts
            """)
        #expect(settings.server.listener == .unix(path: "/run/ossauth-appserver/http.sock"))
        #expect(settings.server.socketMode == 0o600)
        #expect(settings.server.daemonSocket == "/tmp/d.sock")
        #expect(settings.server.tokenFile == "/var/lib/ossauth-appserver/tokens")
        #expect(settings.server.acceptsCertificates)
        #expect(settings.server.origins.map(\.text) == ["https://a.example", "https://b.example:8443"])
        #expect(settings.users.map(\.name) == ["alice"] && settings.groups.map(\.name) == ["hosts"])
        #expect(settings.users[0].duration == .seconds(900))
        #expect(
            settings.groups[0].rate == Rate(count: 10, per: .seconds(60)) && settings.groups[0].burst == 20)
    }

    @Test func `a server has the documented defaults`() throws {
        let server = try read("[Group g]\nProfile=p\nBucket=b\nAllow=presign\n").server
        guard case .loopback(let listener) = server.listener else { throw Unexpected() }
        #expect(!listener.isIPv6 && listener.port == 8_080)
        #expect(server.daemonSocket == "/run/ossauthd/ossauthd.sock")
        #expect(server.tokenFile == nil && server.origins.isEmpty && server.maxTokens == 10_000)
    }

    /// The policies of two users never name the same key.
    @Test func `the policy of a user names only keys of that user`() throws {
        let group = try read(
            "[Group g]\nProfile=p\nBucket=pictures\nKey=home/%u/**\nMethod=PUT\nParameter=symlink acl\n"
        ).groups[0]
        let policies = try ["al", "alice", "bob"].map { name in
            try group.policy(of: try #require(UserName(name)))
        }
        #expect(policies[0].contains("acs:oss:*:*:pictures/home/al/*"))
        #expect(!policies[0].contains("home/al*"))
        #expect(policies[1].contains("acs:oss:*:*:pictures/home/alice/*"))
        #expect(Set(policies).count == 3)
    }

    @Test(arguments: [
        ("[Profile p]\nSource=manual", "1:2: unknown section 'Profile'"),
        ("[Grup g]", "1:2: unknown section 'Grup', did you mean 'Group'?"),
        ("[Group g]\nProfile=p\nBucket=b\nKeys=a", "4:1: unknown key 'Keys' in [Group], did you mean 'Key'?"),
        ("[Group g]\nBucket=b", "1:1: [Group g] needs Profile="),
        (
            "[Group g]\nProfile=p",
            "1:1: [Group g] needs Bucket= or Policy=, which limit the token"
        ),
        ("[Group g]\nProfile=p\nBucket=b\nPolicy={}", "4:8: Bucket= and Policy= exclude each other"),
        (
            "[Group g]\nProfile=p\nPolicy={}\nKey=a",
            "4:5: Key= restricts Bucket=, and a written policy has no use for it"
        ),
        ("[Group g]\nProfile=p\nPolicy={", "3:8: this is no JSON object"),
        (
            "[Group g]\nProfile=p\nBucket=b\nKey=%i/**",
            "4:5: '%i' is the instance of a unit, which a token has not"
        ),
        (
            "[Group g]\nProfile=p\nBucket=b\nKey=%u**",
            "4:5: '/' or nothing must stand on both sides of '%u', or a user would get the keys of others whose names "
                + "begin or end the same"
        ),
        (
            "[Group g]\nProfile=p\nBucket=b\nSubject=CN=a",
            "4:9: '%u' must stand at the place of the user's name"
        ),
        (
            "[User alice]\nProfile=p\nBucket=b\nSubject=CN=%u",
            "4:9: the section names the user, so its subject has no '%u'"
        ),
        ("[Group g]\nProfile=p\nBucket=b\nDuration=10min", "4:10: '10min' is not from 15min to 12h"),
        (
            "[Group g]\nProfile=p\nBucket=b\nBurst=2",
            "4:7: Burst= limits how many requests of Rate= may come at once: set both"
        ),
        (
            "[AppServer]\nClientCertificates=yes\n[Group g]\nProfile=p\nBucket=b",
            "2:20: every user of this host can send this header to a port: set Listen= to the path of a socket that only "
                + "the proxy may use"
        ),
        (
            "[AppServer]\nListen=/s\nClientCertificates=yes\nSocketMode=0666\n[Group g]\nProfile=p\nBucket=b",
            "4:12: with ClientCertificates=yes every user of this host could send the subject of any certificate: set 0660"
        ),
        (
            "[AppServer]\nJWKSFile=/k\nIssuer=i\nAudience=a\n[User alice]\nProfile=p\nBucket=b",
            "5:1: [User alice] may be for a bearer token or for a JSON Web Token: set Proof=token or Proof=jwt"
        ),
        (
            "[User alice]\nProof=jwt\nProfile=p\nBucket=b",
            "2:7: no JSON Web Token is accepted: set JWKSURL= or JWKSFile=, or another Proof="
        ),
        (
            "[User alice]\nProof=certificate\nProfile=p\nBucket=b",
            "2:7: Proof=certificate needs Subject=, which names the certificate"
        ),
        (
            "[Group g]\nProof=token\nSubject=CN=%u\nProfile=p\nBucket=b",
            "2:7: Subject= is of a certificate: leave Proof= out, or set Proof=certificate"
        ),
        (
            "[AppServer]\nDeny=alice\n[Group g]\nProfile=p\nBucket=b",
            "2:6: \(ProvenName.complaint)"
        ),
        (
            "[AppServer]\nListen=0.0.0.0:80\n[Group g]\nProfile=p\nBucket=b",
            "2:8: '0.0.0.0:80' is neither 127.0.0.1:PORT nor [::1]:PORT"
        ),
        (
            "[AppServer]\nAllowOrigin=*\n[Group g]\nProfile=p\nBucket=b",
            "2:13: an origin is https://HOST or https://HOST:PORT, in lower case and without a path"
        ),
        (
            "[AppServer]\nJWKSFile=/k\nIssuer=i\n[Group g]\nProfile=p\nBucket=b",
            "2:10: tokens of other issuers and for other servers would be accepted: set Issuer= and Audience= too"
        ),
        (
            "[AppServer]\nJWKSURL=https://a/k\nIssuer=i\n[Group g]\nProfile=p\nBucket=b",
            "2:9: tokens of other issuers and for other servers would be accepted: set Issuer= and Audience= too"
        ),
        (
            "[AppServer]\nJWKSFile=/k\nJWKSURL=https://a/k\nIssuer=i\nAudience=a\n[Group g]\nProfile=p\nBucket=b",
            "3:9: JWKSFile= and JWKSURL= exclude each other"
        ),
        (
            "[AppServer]\nJWKSFile=/k\nJWKSCAFile=/c\nIssuer=i\nAudience=a\n[Group g]\nProfile=p\nBucket=b",
            "3:12: JWKSCAFile= needs JWKSURL="
        ),
        (
            "[AppServer]\nJWKSURL=https://a/k k\nIssuer=i\nAudience=a\n[Group g]\nProfile=p\nBucket=b",
            "2:9: a URL is made of printable ASCII characters without blanks; or write discover"
        ),
        (
            "[AppServer]\nJWKSURL=Discover\nIssuer=https://a\nAudience=a\n[Group g]\nProfile=p\nBucket=b",
            "2:9: a URL begins with https:// or http://; or write discover"
        ),
        (
            "[AppServer]\nJWKSURL=http://a/k\nIssuer=i\nAudience=a\n[Group g]\nProfile=p\nBucket=b",
            "2:9: over plain http others could put their keys in: use https"
        ),
        (
            "[AppServer]\nJWKSURL=discover\nIssuer=http://a\nAudience=a\n[Group g]\nProfile=p\nBucket=b",
            "3:8: over plain http others could put their keys in: use https"
        ),
        (
            "[AppServer]\nJWKSURL=discover\nIssuer=id.example\nAudience=a\n[Group g]\nProfile=p\nBucket=b",
            "3:8: JWKSURL=discover needs an issuer that is a URL without '?' and '#'"
        ),
        (
            "[AppServer]\nJWKSURL=https://a/k\nIssuer=i\nAudience=a\n[User alice]\nProfile=p\nBucket=b",
            "5:1: [User alice] may be for a bearer token or for a JSON Web Token: set Proof=token or Proof=jwt"
        ),
        ("[AppServer]\n", "1:1: there is no [User NAME] or [Group NAME] section, so no user gets a token"),
    ])
    func `refuses a configuration that it cannot mean`(text: String, expected: String) {
        #expect(problems(text).contains("a.conf:\(expected)"))
    }

    @Test func `the keys of an issuer are fetched from an address, or from the one that its document names`()
        throws
    {
        let rest =
            "Issuer=https://id.example/realms/main\nAudience=a\n[Group g]\nProfile=p\nBucket=b\nAllow=presign"
        let known = try read("[AppServer]\nJWKSURL=http://127.0.0.1:8080/k\nJWKSCAFile=/ca.pem\n\(rest)")
            .server
        #expect(known.provider?.address.text == "http://127.0.0.1:8080/k" && known.provider?.issuer == nil)
        #expect(known.authoritiesFile == "/ca.pem")
        let found = try read("[AppServer]\nJWKSURL=discover\n\(rest)").server.provider
        #expect(
            found?.address.text
                == "https://id.example/realms/main/.well-known/openid-configuration")
        #expect(found?.issuer == "https://id.example/realms/main")
        // Such a configuration accepted no token before, and an upgrade must not change that.
        let none = try read("[AppServer]\n\(rest)").server.provider
        #expect(none?.address == nil)
    }

    @Test func `a written policy comes from its file`() throws {
        var settings = try read("[Group g]\nProfile=p\nPolicy=/p.json\n")
        try settings.readPolicies { path throws(PolicyTemplateError) in
            #expect(path == "/p.json")
            return try PolicyTemplate(#"{"a":"%u"}"#)
        }
        #expect(try settings.groups[0].policy(of: try #require(UserName("bob"))) == #"{"a":"bob"}"#)
    }

    private func profile(
        _ settings: IssuingSettings, _ name: String, by proof: Proof, _ groups: [String] = []
    )
        throws -> String?
    {
        let directory = UserDirectory(users: settings.users, groups: settings.groups)
        let identity = Identity(try #require(UserName(name)), by: proof, groups: groups)
        return directory.terms(of: identity)?.profile
    }

    @Test func `a user's own section comes before a group`() throws {
        let settings = try read(
            "[User alice]\nProfile=own\nBucket=b\nAllow=presign\n[Group a]\nProfile=p1\nBucket=b\nAllow=presign\n[Group z]\nProfile=p2\nBucket=b\nAllow=presign\n"
        )
        #expect(try profile(settings, "alice", by: .token, ["z"]) == "own")
        #expect(try profile(settings, "bob", by: .token, ["z", "a"]) == "p1")
        #expect(try profile(settings, "bob", by: .token, ["z"]) == "p2")
        #expect(try profile(settings, "bob", by: .token, ["other"]) == nil)
    }

    @Test func `a user's own section is for one proof`() throws {
        let settings = try read(
            """
            [AppServer]
            Listen=/run/a.sock
            ClientCertificates=yes
            JWKSFile=/k
            Issuer=i
            Audience=a
            [User web1]
            Proof=token
            Profile=token
            Bucket=b
            Allow=presign
            [User web2]
            Subject=CN=web2,OU=admins
            Profile=certificate
            Bucket=b
            Allow=presign
            [User web3]
            Proof=jwt
            Profile=jwt
            Bucket=b
            Allow=presign
            [Group hosts]
            Profile=group
            Bucket=b
            Allow=presign
            Subject=CN=%u,OU=hosts
            [Group app]
            Proof=jwt
            Profile=app
            Bucket=b
            Allow=presign
            """)
        for (name, own) in [("web1", Proof.token), ("web3", .jwt)] {
            for proof in Proof.allCases {
                let expected = proof == own ? own.rawValue : nil
                let alone = try profile(settings, name, by: proof)
                let inGroup = try profile(settings, name, by: proof, ["hosts"])
                #expect(alone == expected && inGroup == expected ?? "group")
            }
        }
        let directory = UserDirectory(users: settings.users, groups: settings.groups)
        for (subject, expected) in [("CN=web2,OU=admins", "certificate"), ("CN=web2,OU=hosts", "group")] {
            let identity = directory.identity(ofSubject: subject.utf8Span.span)
            #expect(identity?.user.text == "web2")
            #expect(identity.flatMap { directory.terms(of: $0)?.profile } == expected)
        }
        #expect(try profile(settings, "web9", by: .token, ["app"]) == nil)
        #expect(try profile(settings, "web9", by: .jwt, ["app"]) == "app")
    }

    @Test func `a denied user is denied by its proof`() throws {
        let settings = try read(
            "[AppServer]\nDeny=jwt:alice certificate:web1\n[Group g]\nProfile=p\nBucket=b\nAllow=presign\n")
        let directory = UserDirectory(
            users: settings.users, groups: settings.groups, denied: settings.server.denied)
        let alice = try #require(UserName("alice"))
        #expect(
            directory.denies(ProvenName(alice, by: .jwt)) && !directory.denies(ProvenName(alice, by: .token)))
    }

    @Test func `a method that a token cannot use is an error with its place and the way to have it`() {
        let text = "[Group g]\nProfile=p\nBucket=b\nKey=users/%u/**\nMethod=GET PUT\n"
        #expect(
            problems(text) == [
                "a.conf:5:8: [Group g]: its tokens cannot GET. RAM grants GET only together with x-oss-process; add "
                    + "Parameter=x-oss-process",
                "a.conf:5:12: [Group g]: its tokens cannot PUT. RAM grants PUT only together with symlink and acl; add "
                    + "Parameter=symlink acl",
            ])
        #expect(problems(text + "Parameter=x-oss-process symlink acl\n").isEmpty)
        // Without tokens nothing is compiled.
        #expect(problems(text + "Allow=presign\n").isEmpty)
    }

    @Test func `a right that a token has in part is a warning with its place`() throws {
        let settings = try read(
            "[Group g]\nProfile=p\nBucket=b\nKey=a/** b\nMethod=PUT\nParameter=symlink acl\n")
        #expect(settings.warnings.count == 1)
        #expect(
            settings.warnings.allSatisfy {
                "\($0)".hasPrefix("a.conf:5:8: warning: [Group g]: its tokens cannot PUT keys")
            })
    }
}
