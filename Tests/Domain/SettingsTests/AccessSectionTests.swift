internal import Access
internal import Sections
internal import Settings
internal import Signing
import Testing

struct AccessSectionTests {
    private let profile = "[Profile media]\nSource=manual\n"

    private func rule(_ lines: String) throws -> Rule {
        try settings("[Access a]\n\(lines)\n", profile).policy.rules[0]
    }

    private func glob(_ pattern: String) throws -> Glob {
        try #require(Glob(pattern))
    }

    @Test func `without a section the standard rules hold`() throws {
        #expect(try settings("").policy == .standard(group: 990))
        #expect(try Settings(reading: [], environment: Environment()).policy == .standard(group: nil))
    }

    /// Its sockets are in a folder of that user, and no program of another user needs them.
    @Test(arguments: [
        (UInt32(1_000), "/run/user/1000/ossauthd", UInt32?(1_000)), (1_000, "/run/ossauthd", nil),
        (0, "/run/user/0/ossauthd", nil), (6_770, "/run/ossauthd-sinks", nil),
    ])
    func `without a section the user of a daemon of its own may sign`(
        user: UInt32, folder: String, owner: UInt32?
    ) throws {
        var environment = Environment.test
        environment.uidOfUser = { $0 == "ossauthd" ? 6_770 : nil }
        environment.user = user
        environment.runtimeDirectory = folder
        let policy = try Settings(reading: [], environment: environment).policy
        #expect(policy == .standard(group: 990, owner: owner))
    }

    @Test func `a section replaces the standard rules`() throws {
        let policy = try settings("[Access a]\nMatch=uid:7\nAllow=status\n").policy
        #expect(policy.rules.map(\.name) == ["a"])
        #expect(policy.rules(for: Peer(uid: 0, gid: 0)).rules.isEmpty)
    }

    @Test func `a section has all parts of a rule`() throws {
        let rule = try rule(
            """
            Match=user:alice gid:50
            Match=group:staff uid:4294967294
            Match=unit:nginx.service slice:web-*.slice exe:/usr/**/nginx "label:nginx (enforce)"
            Profile=media *-test
            Allow=sign presign
            Allow=post-policy
            Bucket=pictures
            Key=home/%u/** "with blank/*"
            Method=GET HEAD
            Parameter=acl tagging
            MaxExpires=1h
            TimeSkew=infinity
            Rate=600/10min
            Burst=50
            """)
        #expect(rule.name == "a")
        let process: [Selector] = [
            .unit(try glob("nginx.service")), .slice(try glob("web-*.slice")),
            .executable(try glob("/usr/**/nginx")), .label(try glob("nginx (enforce)")),
        ]
        #expect(rule.alternatives == [[.uid(1_000), .gid(50)], [.gid(50), .uid(4_294_967_294)], process])
        #expect(rule.profiles.map(\.text) == ["media", "*-test"])
        #expect(rule.operations == [.sign, .presign, .postPolicy])
        #expect(rule.buckets.map(\.text) == ["pictures"])
        #expect(rule.keys.map(\.text) == ["home/%u/**", "with blank/*"])
        #expect(rule.methods == [.get, .head])
        #expect(rule.parameters == ["acl", "tagging"])
        #expect(rule.maxExpires == .seconds(3_600))
        #expect(rule.timeSkew == nil)
        #expect(rule.rate == Rate(count: 600, per: .seconds(600)))
        #expect(rule.burst == 50)
    }

    @Test func `a rule has the documented defaults`() throws {
        let rule = try rule("Match=uid:1\nAllow=sign\n")
        #expect(rule.profiles.isEmpty && rule.buckets.isEmpty && rule.keys.isEmpty && rule.methods.isEmpty)
        #expect(rule.parameters.isEmpty)
        #expect(rule.maxExpires == nil)
        #expect(rule.timeSkew == .seconds(900))
    }

    @Test(arguments: [
        ("Match=uid:1", "1:1: [Access a] needs Allow="),
        ("Allow=sign", "1:1: [Access a] needs Match="),
        (
            "Match=uid:1\nAllow=sing",
            "3:7: 'sing' is not one of sign presign post-policy sign-string sign-opaque credentials status watch issue, did you mean 'sign'?"
        ),
        ("Allow=sign\nMatch=uid:x", "3:11: 'x' is no number of a user or group"),
        ("Allow=sign\nMatch=uid:4294967295", "3:11: '4294967295' is no number of a user or group"),
        ("Allow=sign\nMatch=user:mallory", "3:12: this host knows no user 'mallory'"),
        ("Allow=sign\nMatch=uid:1 group:wheel", "3:19: this host knows no group 'wheel'"),
        ("Allow=sign\nMatch=usr:alice", "3:7: 'usr' is no selector, did you mean 'user'?"),
        ("Allow=sign\nMatch=alice", "3:7: a selector is written KIND:VALUE, for example user:NAME"),
        ("Allow=sign\nMatch=uid", "3:7: a selector is written KIND:VALUE, for example user:NAME"),
        ("Match=uid:1\nAllow=sign\nRate=100", "4:6: a rate is written COUNT/TIME, for example 100/s"),
        ("Match=uid:1\nAllow=sign\nRate=0/s", "4:6: '0' is no number from 1 to 1000000"),
        ("Match=uid:1\nAllow=sign\nRate=1000001/s", "4:6: '1000001' is no number from 1 to 1000000"),
        ("Match=uid:1\nAllow=sign\nRate=1/0", "4:6: '0' is not from 1s to 1d"),
        ("Match=uid:1\nAllow=sign\nRate=1/25h", "4:6: '25h' is not from 1s to 1d"),
        (
            "Match=uid:1\nAllow=sign\nParameter=x-oss-*",
            "4:11: parameters are named one by one, there are no patterns of them"
        ),
        (
            "Match=uid:1\nAllow=sign\nBurst=10",
            "4:7: Burst= limits how many signatures of Rate= may be made at once: set both"
        ),
        ("Match=uid:1\nAllow=sign\nKey=a%b", "4:5: this is no pattern: '%' is followed by 'u', 'i' or '%'"),
        (
            "Match=unit:agent@*.service\nMatch=uid:1\nAllow=sign\nKey=%i/**",
            "3:7: '%i' in Key= needs the same template in each line of Match=, such as unit:agent@*.service, "
                + "or instances of two templates would share keys"
        ),
        (
            "Match=unit:agent@*.service\nAllow=sign\nKey=a/** **/%i/**",
            "4:10: '%i' must be a whole folder without '**' before it, at the same depth in each key, "
                + "or two instances would share keys"
        ),
        ("Match=uid:1\nAllow=sign\nKey=\"\"", "4:6: this is no pattern"),
        ("Match=uid:1\nAllow=sign\nProfile=meida", "4:9: there is no profile 'meida', did you mean 'media'?"),
        (
            "Match=uid:1\nAllow=sign\nMethod=get",
            "4:8: 'get' is not one of GET PUT POST HEAD DELETE OPTIONS, did you mean 'GET'?"
        ),
        (
            "Match=uid:1\nAllow=sign\nVersion=v2",
            "4:9: 'v2' is not one of v4 v1 s3"
        ),
        ("Match=uid:1\nAllow=sign\nMaxExpires=8d", "4:12: '8d' is not from 1s to 7d"),
        (
            "Match=uid:1\nAllow=credentials\nBucket=b",
            "3:7: Allow=credentials cannot be confined by Bucket=, Key=, Method= or MaxExpires=: give it in a rule of its own, or for a profile with Scope=caller"
        ),
    ])
    func `refuses a rule that says what it cannot mean`(lines: String, expected: String) {
        #expect(problems(["[Access a]\n\(lines)\n", profile]) == ["a.conf:\(expected)"])
    }

    /// OSS tells upper from lower case, and may have a new one.
    @Test func `takes a parameter that is not known`() throws {
        let rule = try rule("Match=uid:1\nAllow=sign\nParameter=ACL acl newOne")
        #expect(rule.parameters == ["ACL", "acl", "newOne"])
    }
}
