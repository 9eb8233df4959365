internal import Access
internal import Signing
import Testing

@testable import AccessSupport

struct DecisionTests {
    private func globs(_ patterns: String...) throws -> [Glob] {
        try patterns.map { try #require(Glob($0, specifiers: true)) }
    }

    @Test(
        arguments: [
            (Request(bucket: "pictures"), nil), (Request(bucket: "films"), .bucket),
            (Request(bucket: "", key: ""), .bucket),
        ] as [(Request, MissingGrant?)])
    func `a rule with buckets grants these only`(request: Request, missing: MissingGrant?) throws {
        let buckets = try globs("pict*")
        expect(request.decision(of: .alice { $0.buckets = buckets }), missing)
    }

    @Test(
        arguments: [
            (Request(key: "public/x"), nil), (Request(key: "home/alice/a/b"), nil),
            (Request(key: "home/bob/a"), .key),
            (Request(key: "public/x/y"), .key), (Request(key: ""), .key),
            (Request(operation: .postPolicy, key: "home/alice/", keyIsPrefix: true), nil),
            (Request(operation: .postPolicy, key: "home/alice/in", keyIsPrefix: true), nil),
            (Request(operation: .postPolicy, key: "home/al", keyIsPrefix: true), .key),
            (Request(operation: .postPolicy, key: "public/", keyIsPrefix: true), .key),
            (Request(operation: .postPolicy, key: "", keyIsPrefix: true), .key),
        ] as [(Request, MissingGrant?)])
    func `a rule with keys grants these only`(request: Request, missing: MissingGrant?) throws {
        let keys = try globs("home/%u/**", "public/*")
        let rule = Rule.alice { rule in
            rule.keys = keys
            rule.operations = [.sign, .postPolicy]
        }
        expect(request.decision(of: rule), missing)
    }

    @Test(
        arguments: [
            ([], .v4, .v4, nil), ([], .v1, .v1, nil), ([], .v1, .v4, .version(.v1)),
            ([], .v4, .v1, .version(.v4)), ([.v1], .v1, .v4, nil), ([.v1], .v1, .v1, nil),
            ([.v1], .v4, .v4, .version(.v4)), ([.v4, .v1], .v1, .v4, nil), ([.v4, .v1], .v4, .v4, nil),
        ] as [([SignatureVersion], SignatureVersion, SignatureVersion, MissingGrant?)])
    func `a rule grants its versions, and without any the one of the profile`(
        versions: [SignatureVersion], asked: SignatureVersion, usual: SignatureVersion, missing: MissingGrant?
    ) {
        for operation in [Operation.sign, .presign, .postPolicy, .signString, .signOpaque] {
            let rule = Rule.alice { rule in
                rule.operations = [operation]
                rule.versions = SmallSet(versions)
            }
            let request = Request(operation: operation, version: WantedVersion(asked, usual: usual))
            expect(request.decision(of: rule), missing)
        }
    }

    @Test func `only a rule for every bucket grants a policy that is good for all`() throws {
        let all = try globs("**")
        let keys = try globs("in/**")
        let form = Request(operation: .postPolicy, key: "in/", keyIsPrefix: true, isForEveryBucket: true)
        expect(form.decision(of: .alice { $0.operations = [.postPolicy] }), nil)
        let narrow = Rule.alice { rule in
            rule.operations = [.postPolicy]
            rule.keys = keys
        }
        expect(form.decision(of: narrow), nil)
        expect(
            Request(operation: .postPolicy, key: "", keyIsPrefix: true, isForEveryBucket: true).decision(
                of: narrow), .key)
        let bound = Rule.alice { rule in
            rule.operations = [.postPolicy]
            rule.buckets = all
        }
        expect(form.decision(of: bound), .everyBucket)
    }

    /// A request on the bucket or the service has no key that a pattern could be for.
    @Test(arguments: ["*", "**"])
    func `a pattern for all names is none for no name`(pattern: String) throws {
        let all = try globs(pattern)
        expect(Request(key: "a").decision(of: .alice { $0.keys = all }), nil)
        expect(Request(key: "").decision(of: .alice { $0.keys = all }), .key)
        expect(Request(bucket: "", key: "").decision(of: .alice { $0.buckets = all }), .bucket)
    }

    @Test func `a caller without a usable name has no key of its own`() throws {
        let keys = try globs("home/%u/**")
        let rule = Rule.alice { rule in
            rule.alternatives = [[.uid(1_000)]]
            rule.keys = keys
        }
        for name in [nil, "", "a/b"] {
            let peer = Peer(uid: 1_000, gid: 1_000, userName: name)
            expect(Request(key: "home/a/b/x").decision(of: rule, for: peer), .rule)
        }
    }

    @Test func `a user name is no pattern`() throws {
        let keys = try globs("home/%u/x")
        let star = Peer(uid: 1_000, gid: 1_000, userName: "*")
        let rule = Rule.alice { $0.keys = keys }
        expect(Request(key: "home/bob/x").decision(of: rule, for: star), .key)
        expect(Request(key: "home/*/x").decision(of: rule, for: star), nil)
    }

    @Test(
        arguments: [
            ("GET", nil), ("HEAD", nil), ("PUT", .method), ("get", .method), ("PATCH", .method),
            ("", .method),
        ] as [(String, MissingGrant?)])
    func `a rule with methods grants these only`(method: String, missing: MissingGrant?) {
        expect(Request(method: method).decision(of: .alice { $0.methods = [.get, .head] }), missing)
    }

    @Test(arguments: [(3_600, true), (3_601, false)])
    func `rejects a life that is too long and names the limit`(seconds: Int, isGranted: Bool) {
        let rule = Rule.alice { rule in
            rule.operations = [.presign]
            rule.maxExpires = .seconds(3_600)
        }
        let decision = Request(operation: .presign, expires: .seconds(seconds)).decision(of: rule)
        expect(decision, isGranted ? nil : .expires(limit: .seconds(3_600)))
    }

    @Test func `a refusal names the wider of two limits`() {
        let rules = [600, 3_600, 60].map { seconds in Rule.alice { $0.maxExpires = .seconds(seconds) } }
        let decision = Request(expires: .seconds(7_200)).decision(of: Policy(rules: rules).rules(for: .alice))
        expect(decision, .expires(limit: .seconds(3_600)))
    }

    @Test(
        arguments: [(Duration.seconds(900), nil), (.seconds(901), .timeSkew(limit: .seconds(900)))]
            as [(Duration, MissingGrant?)])
    func `the signing time must be near now unless a rule says otherwise`(
        skew: Duration, missing: MissingGrant?
    ) {
        expect(Request(timeSkew: skew).decision(of: .alice()), missing)
        expect(Request(timeSkew: skew).decision(of: .alice { $0.timeSkew = nil }), nil)
    }

    @Test(arguments: [Operation.credentials, .signOpaque])
    func `a rule with limits cannot grant an operation that cannot be limited`(operation: Operation) throws {
        let globs = try globs("x")
        let request = Request(operation: operation)
        expect(request.decision(of: .alice { $0.operations = [operation] }), nil)
        let confinements: [(inout Rule) -> Void] = [
            { $0.buckets = globs }, { $0.keys = globs }, { $0.methods = [.get] },
            { $0.maxExpires = .seconds(1) },
        ]
        for confine in confinements {
            let rule = Rule.alice { rule in
                rule.operations = [operation]
                confine(&rule)
            }
            expect(request.decision(of: rule), .operation(operation))
        }
    }

    @Test(arguments: [Operation.status, .watch])
    func `an operation that signs nothing needs no bucket`(operation: Operation) throws {
        let buckets = try globs("x")
        let rule = Rule.alice { rule in
            rule.operations = [operation]
            rule.buckets = buckets
        }
        expect(Request(operation: operation, bucket: "", key: "").decision(of: rule), nil)
    }

    @Test(
        arguments: [
            (.rule, "no access rule is for this caller"),
            (.operation(.postPolicy), "no rule for this caller has Allow=post-policy"),
            (.parameter(nil), "no rule for this caller names one of these parameters in Parameter="),
            (.expires(limit: .seconds(60)), "expires is more than the 60 seconds of MaxExpires="),
            (.timeSkew(limit: .seconds(900)), "time is more than the 900 seconds of TimeSkew= from now"),
        ] as [(MissingGrant, String)])
    func `names the missing grant`(missing: MissingGrant, text: String) {
        #expect("\(missing)" == text)
    }
}
