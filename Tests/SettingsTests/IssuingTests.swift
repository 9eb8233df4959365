import Access
import Issuing
import Settings
import Testing

private struct Unexpected: Error {}

struct IssuingTests {
    private func read(_ text: String) throws(InvalidSettings) -> IssuingSettings {
        try IssuingSettings(
            reading: [SourceFile(path: "a.conf", bytes: Array(text.utf8))], environment: .test)
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
        let server = try read("[Group g]\nProfile=p\nBucket=b\n").server
        guard case .loopback(let listener) = server.listener else { throw Unexpected() }
        #expect(!listener.isIPv6 && listener.port == 8_080)
        #expect(server.daemonSocket == "/run/ossauthd/ossauthd.sock")
        #expect(server.tokenFile == nil && server.origins.isEmpty && server.maxTokens == 10_000)
    }

    /// The policies of two users never name the same key.
    @Test func `the policy of a user names only keys of that user`() throws {
        let group = try read("[Group g]\nProfile=p\nBucket=pictures\nKey=home/%u/**\n").groups[0]
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
            "1:1: [Group g] needs Bucket=, Policy= or PolicyFile=, which limit the token"
        ),
        ("[Group g]\nProfile=p\nBucket=b\nPolicy={}", "4:8: Bucket= and Policy= exclude each other"),
        (
            "[Group g]\nProfile=p\nPolicy={}\nKey=a",
            "4:5: Key= restricts Bucket=, and a written policy has no use for it"
        ),
        ("[Group g]\nProfile=p\nPolicy={", "3:8: this is no JSON object"),
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
        ("[AppServer]\n", "1:1: there is no [User NAME] or [Group NAME] section, so no user gets a token"),
    ])
    func `refuses a configuration that it cannot mean`(text: String, expected: String) {
        #expect(problems(text).first == "a.conf:\(expected)")
    }

    @Test func `a written policy comes from its file`() throws {
        var settings = try read("[Group g]\nProfile=p\nPolicyFile=/p.json\n")
        try settings.readPolicies { path throws(PolicyTemplateError) in
            #expect(path == "/p.json")
            return try PolicyTemplate(#"{"a":"%u"}"#)
        }
        #expect(try settings.groups[0].policy(of: try #require(UserName("bob"))) == #"{"a":"bob"}"#)
    }

    @Test func `a user's own section comes before a group`() throws {
        let settings = try read(
            "[User alice]\nProfile=own\nBucket=b\n[Group a]\nProfile=p1\nBucket=b\n[Group z]\nProfile=p2\nBucket=b\n"
        )
        let directory = UserDirectory(users: settings.users, groups: settings.groups)
        func profile(_ name: String, _ groups: [String]) throws -> String? {
            directory.terms(of: Identity(try #require(UserName(name)), groups: groups))?.profile
        }
        #expect(try profile("alice", ["z"]) == "own")
        #expect(try profile("bob", ["z", "a"]) == "p1")
        #expect(try profile("bob", ["z"]) == "p2")
        #expect(try profile("bob", ["other"]) == nil)
    }
}
