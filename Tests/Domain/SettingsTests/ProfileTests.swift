internal import Exchange
internal import Settings
internal import Signing
import Testing

struct ProfileTests {
    /// Five chains, each on the next.
    private static let tower =
        zip(["a", "b", "c", "d"], ["b", "c", "d", "e"])
        .map { "[Profile \($0)]\nSource=chain\nProfiles=\($1)\n" }.joined()
        + "[Profile e]\nSource=manual\n"

    @Test func `a profile has the documented defaults`() throws {
        let profile = try settings("[Profile p]\nSource=manual\n").profiles[0]
        #expect(profile.name == "p")
        #expect(profile.isRequired)
        #expect(profile.source == .manual)
        #expect(profile.signing.endpoint == nil)
        #expect(profile.signing.addressing == nil)
        #expect(profile.signing.version == .v4)
        #expect(profile.refresh.refreshAt == .share(percent: 50))
        #expect(profile.refresh.minRemaining == .seconds(300))
        #expect(profile.refresh.assumedLifetime == .seconds(900))
        #expect(profile.refresh.retryMax == .seconds(300))
        #expect(!profile.refresh.isLazy)
    }

    @Test func `reads all that concerns signing and renewal`() throws {
        let text = """
            [Profile p]
            Source=manual
            Endpoint=oss-cn-hangzhou.aliyuncs.com
            Region=cn-hangzhou
            Addressing=cname
            SignatureVersion=v1
            Bucket=pictures
            CloudBoxID=cb-f8z7yvzgwfkl9q0h
            Required=off
            RefreshAt=20min
            MinRemaining=1min
            AssumeLifetime=1h
            RetryMax=1min
            Lazy=TRUE
            """
        let profile = try settings(text).profiles[0]
        #expect(profile.signing.endpoint?.text == "https://oss-cn-hangzhou.aliyuncs.com")
        #expect(profile.signing.region == "cn-hangzhou")
        #expect(profile.signing.addressing == .cname)
        #expect(profile.signing.version == .v1)
        #expect(profile.signing.bucket == "pictures")
        #expect(profile.signing.cloudBoxID == "cb-f8z7yvzgwfkl9q0h")
        #expect(!profile.isRequired)
        #expect(profile.refresh.refreshAt == .beforeEnd(.seconds(1_200)))
        #expect(profile.refresh.minRemaining == .seconds(60))
        #expect(profile.refresh.assumedLifetime == .seconds(3_600))
        #expect(profile.refresh.retryMax == .seconds(60))
        #expect(profile.refresh.isLazy)
    }

    @Test(arguments: [
        ("", "1:1: [Profile p] needs Source="),
        ("Source=\n", "1:1: [Profile p] needs Source="),
        (
            "Source=static-key\n",
            "2:8: 'static-key' is not one of appserver manual static remote-signer assume-role assume-role-oidc "
                + "ecs-ram-role credentials-uri process chain"
        ),
        (
            "Source=apserver\n",
            "2:8: 'apserver' is not one of appserver manual static remote-signer assume-role assume-role-oidc "
                + "ecs-ram-role credentials-uri process chain, did you mean 'appserver'?"
        ),
        (
            "Source=manual\nURL=https://a\n",
            "3:1: 'URL' does not belong to Source=manual, but to appserver, remote-signer, ecs-ram-role, credentials-uri"
        ),
        (
            "Source=chain\nProfiles=p2\nRoleArn=x\n[Profile p2]\nSource=manual\n",
            "4:1: 'RoleArn' does not belong to Source=chain, but to assume-role, assume-role-oidc"
        ),
        (
            "Source=manual\nBucket=Pictures\n",
            "3:8: a bucket's name is 3 to 63 lower-case letters, digits and '-', none of these at its ends"
        ),
        (
            "Source=manual\nRegion=oss-cn-hangzhou\n",
            "3:8: this is made of lower-case letters, digits and '-', and does not begin with 'oss-'"
        ),
        (
            "Source=manual\nRegion=cn hangzhou\n",
            "3:8: this is made of lower-case letters, digits and '-', and does not begin with 'oss-'"
        ),
        ("Source=manual\nRefreshAt=100%\n", "3:11: '100%' is no share from 1% to 99%"),
        ("Source=manual\nRefreshAt=0\n", "3:11: '0' is not from 1ms to 1d"),
        ("Source=manual\nRefreshAt=25h\n", "3:11: '25h' is not from 1ms to 1d"),
        ("Source=manual\nRefreshAt=soon\n", "3:11: 'soon' is no time span such as 90, 15min or 1h 30min"),
        ("Source=manual\nLazy=maybe\n", "3:6: 'maybe' is neither yes nor no"),
        ("Source=manual\nEndpoint=https://a/b\n", "3:10: an endpoint has no path"),
        ("Source=manual\nEndpoint=ftp://a\n", "3:10: a URL begins with https:// or http://"),
        (
            "Source=appserver\nURL=https://a\nMinRemaining=15min\n",
            "4:14: MinRemaining= must be less than the life of a token, AssumeLifetime=15min"
        ),
        (
            "Source=appserver\nURL=https://a\nRefreshAt=15min\n",
            "4:11: RefreshAt= must be less than the life of a token, AssumeLifetime=15min"
        ),
        (
            "Source=assume-role\nVia=q\nRoleArn=acs:ram::1:role/r\nDuration=900\nMinRemaining=1h\n[Profile q]\nSource=manual\n",
            "6:14: MinRemaining= must be less than the life of a token, Duration=15min"
        ),
        ("Source=chain\nProfiles=q\n", "3:10: there is no profile 'q'"),
        (
            "Source=chain\nProfiles=media video\n[Profile medai]\nSource=manual\n[Profile video]\nSource=manual\n",
            "3:10: there is no profile 'media', did you mean 'medai'?"
        ),
        ("Source=chain\nProfiles=p\n", "3:10: Profiles= leads in a circle"),
        ("Source=chain\nProfiles=q q\n[Profile q]\nSource=manual\n", "3:12: 'q' is here twice"),
        (
            "Source=chain\nProfiles=a\n" + tower,
            "3:10: Profiles= leads over more than 4 profiles to one that rests on no other"
        ),
        (
            "Source=manual\n[Profile p]\nLazy=yes\n", "3:1: [Profile p] is already in line 1 of this file"
        ),
        (
            "Source=manual\n[Profile p]\nSource=appserver\nLazy=x\nNothing=1\n[Profile q]\nSource=manual\n",
            "3:1: [Profile p] is already in line 1 of this file"
        ),
    ])
    func `refuses a profile that cannot work`(lines: String, expected: String) {
        #expect(problems(profile: lines) == ["a.conf:\(expected)"])
    }

    @Test(arguments: ["ab", "-ab", "ab-", String(repeating: "a", count: 64), "a.b", "a_b"])
    func `refuses a bucket that there cannot be`(name: String) {
        let wanted = "3 to 63 lower-case letters, digits and '-', none of these at its ends"
        #expect(
            problems(profile: "Source=manual\nBucket=\(name)\n") == [
                "a.conf:3:8: a bucket's name is \(wanted)"
            ])
    }

    @Test(arguments: ["abc", "0-0", String(repeating: "a", count: 63)])
    func `takes a bucket that there can be`(name: String) {
        #expect(problems(profile: "Source=manual\nBucket=\(name)\n") == [])
    }

    @Test func `a circle is found however long it is`() {
        let text = """
            [Profile a]
            Source=chain
            Profiles=b m
            [Profile b]
            Source=assume-role
            Via=c
            RoleArn=acs:ram::1:role/r
            [Profile c]
            Source=chain
            Profiles=a
            [Profile m]
            Source=manual
            """
        #expect(
            problems(text) == [
                "a.conf:3:10: Profiles= leads in a circle", "a.conf:6:5: Via= leads in a circle",
                "a.conf:10:10: Profiles= leads in a circle",
            ])
    }

    @Test(arguments: [
        ("oss-cn-hangzhou.aliyuncs.com", "https://oss-cn-hangzhou.aliyuncs.com"),
        ("http://a.b:8080/", "http://a.b:8080"),
        ("HTTPS://[fd00::1]:443", "https://[fd00::1]:443"), ("127.0.0.1:9000", "https://127.0.0.1:9000"),
    ])
    func `an endpoint needs no scheme`(text: String, expected: String) throws {
        let profile = try settings("[Profile p]\nSource=manual\nEndpoint=\(text)\n").profiles[0]
        #expect(profile.signing.endpoint?.text == expected)
    }
}
