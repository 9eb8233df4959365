import Access
import Scoping
import Signing
import TestSupport
import Testing

@testable import AccessSupport

struct ScopedPolicyTests {
    private func policy(_ change: (inout Rule) -> Void) throws -> ScopedPolicy {
        try Policy(rules: [.scoped(change)]).rules(for: .alice).scopedPolicy(of: "media")
    }

    @Test func `a prefix of keys becomes resources and a prefix of listings`() throws {
        let policy = try policy { rule in
            rule.buckets = globs("data")
            rule.keys = [Glob("home/%u/**", specifiers: true)].compactMap(\.self)
            rule.methods = [.get]
            rule.parameters = ["x-oss-process"]
        }
        #expect(
            policy.text == """
                {"Version":"1","Statement":[\
                {"Effect":"Allow","Action":["oss:GetObject","oss:GetObjectVersion","oss:ListParts"],\
                "Resource":["acs:oss:*:*:data/home/alice/*"]},\
                {"Effect":"Allow","Action":["oss:ListObjects"],"Resource":["acs:oss:*:*:data"],\
                "Condition":{"StringLike":{"oss:Prefix":["home/alice/*"]}}},\
                {"Effect":"Deny","Action":["oss:*"],"Resource":["acs:oss:*:*:*/./*","acs:oss:*:*:*/../*",\
                "acs:oss:*:*:*/.","acs:oss:*:*:*/.."]},\
                {"Effect":"Deny","Action":["oss:ListObjects"],"Resource":["acs:oss:*:*:*"],\
                "Condition":{"StringLike":{"oss:Prefix":["*/./*","*/../*","*/.","*/..","./*","../*",".",".."]}}}]}
                """)
        #expect(policy.losses == [])
    }

    @Test func `a token for an instance of a unit has the folder of that instance`() throws {
        let rule = Rule.scoped { rule in
            rule.alternatives = [[.unit(globs("agent@*.service")[0])]]
            rule.buckets = globs("data")
            rule.keys = [Glob("jobs/%i/**", specifiers: true)].compactMap(\.self)
            rule.methods = [.get]
            rule.parameters = ["x-oss-process"]
        }
        var peer = Peer.alice
        peer.facts.unit = #"agent@a\x2db.service"#
        let policy = try Policy(rules: [rule]).rules(for: peer).scopedPolicy(of: "media")
        #expect(policy.text.contains(#""Resource":["acs:oss:*:*:data/jobs/e--a_5cx2db/*"]"#))
        #expect(policy.text.contains(#""oss:Prefix":["jobs/e--a_5cx2db/*"]"#))
        #expect(!policy.text.contains("%i"))
    }

    @Test(arguments: [
        (["pub/*"], "RAM has no '*' that stops at '/'"), (["x?"], "RAM has no '?'"),
        (["a\\*"], "RAM cannot quote '*'"), (["a${b}"], "variable"),
    ])
    func `a glob that RAM cannot express is named, and nothing is left`(keys: [String], reason: String) {
        let problem = #expect(throws: ScopeProblem.self) {
            _ = try policy { rule in
                rule.buckets = globs("data")
                rule.keys = keys.compactMap { Glob($0) }
                rule.parameters = ["x-oss-process", "symlink", "acl"]
            }
        }
        #expect(problem.map { "\($0)".contains(reason) } == true)
    }

    /// The losses of a rule for some methods, keys and parameters.
    private func losses(
        _ methods: [Signing.Method], _ keys: [String], _ parameters: [String]
    ) throws(ScopeProblem) -> [ScopeLoss] {
        let rule = Rule.scoped { rule in
            rule.buckets = globs("data")
            rule.keys = keys.compactMap { Glob($0) }
            rule.methods = SmallSet(methods)
            rule.parameters = parameters
        }
        do throws(ScopeProblem) {
            return try ScopedPolicy([rule]).losses
        } catch {
            guard case .nothing(let losses) = error else { throw error }
            return losses
        }
    }

    @Test(
        arguments: [
            (
                [.get, .head, .delete], ["a/**"], ["GET"],
                "its tokens cannot GET. RAM grants GET only together with x-oss-process; add Parameter=x-oss-process"
            ),
            (
                [.put], ["a/**"], ["PUT"],
                "its tokens cannot PUT. RAM grants PUT only together with symlink and acl; add Parameter=symlink acl"
            ),
            (
                [.delete], ["a/**"], ["DELETE"],
                "its tokens cannot DELETE. RAM grants DELETE only together with moves, which read too; add GET to Method="
            ),
            (
                [.head, .delete], ["a/**"], ["DELETE", "HEAD"],
                "its tokens cannot HEAD. RAM grants HEAD only together with GET; add GET to Method="
            ),
        ] as [([Signing.Method], [String], [String], String)])
    func `a method that a token would not have is named, with the way to have it`(
        methods: [Signing.Method], keys: [String], lost: [String], message: String
    ) throws {
        let losses = try losses(methods, keys, [])
        #expect(losses.map(\.place) == lost.map { .word($0, of: "Method") })
        #expect(losses.last?.message == message)
        #expect(!losses.contains { !$0.isWhole })
    }

    @Test(
        arguments: [
            ([.get], ["x-oss-process"], ["a/**"], []),
            ([.put, .post], ["symlink", "acl"], ["a/**"], []),
            ([.get, .delete], ["x-oss-process"], ["a/**"], []),
            ([.put, .post], ["symlink", "acl", "x-oss-dir"], ["f"], []),
            ([.put, .post], ["symlink", "acl"], ["f"], [true]),
            // Without POST the rule makes no folder, so the token must not.
            ([.put], ["symlink", "acl", "x-oss-dir", "x-oss-rename"], ["f"], [true]),
            ([.put, .post], ["symlink", "acl"], ["f", "a/**"], [false]),
            // With DELETE the token could move a folder to the key.
            (
                [.get, .put, .post, .delete],
                ["x-oss-process", "symlink", "acl", "x-oss-dir", "x-oss-rename", "x-oss-delete"],
                ["f", "a/**"],
                [false, false]
            ),
            ([.get, .delete], ["x-oss-process", "x-oss-delete", "x-oss-rename"], ["f"], [true]),
            ([.get, .post], ["x-oss-process"], ["a/**"], [false]),
        ] as [([Signing.Method], [String], [String], [Bool])])
    func `a token has each method for all keys, for some, or not at all`(
        methods: [Signing.Method], parameters: [String], keys: [String], lost: [Bool]
    ) throws {
        let losses = try losses(methods, keys, parameters)
        #expect(losses.map(\.isWhole) == lost)
    }

    @Test func `a rule that names no methods is told that it can name them`() throws {
        let losses = try losses([], ["a/**"], ["x-oss-process"])
        #expect(losses.map(\.place) == [.heading])
        #expect(losses.first?.message.hasSuffix(", or name the methods that it needs in Method=") == true)
    }

    @Test func `two keys that only look alike get no actions of each other`() throws {
        let (composed, decomposed) = ("caf\u{e9}/**", "cafe\u{301}/**")
        let rules = [
            (composed, [Signing.Method.get], ["x-oss-process"]), (decomposed, [.put], ["symlink", "acl"]),
        ].map { key, methods, parameters in
            Rule.scoped { rule in
                rule.buckets = globs("data")
                rule.keys = globs(key)
                rule.methods = SmallSet(methods)
                rule.parameters = parameters
            }
        }
        let evaluator = try PolicyEvaluator(try ScopedPolicy(rules).text)
        func may(_ action: String, _ key: String) -> Bool {
            evaluator.allows("oss:\(action)", on: key, prefix: nil)
        }
        let (first, second) = ("acs:oss:*:*:data/caf\u{e9}/f", "acs:oss:*:*:data/cafe\u{301}/f")
        #expect(may("GetObject", first) && may("PutObject", second))
        #expect(!may("PutObject", first) && !may("GetObject", second))
    }

    @Test func `only rules that grant the credential of the profile make its token`() throws {
        func rule(_ key: String, _ operations: [Access.Operation], profile: String) -> Rule {
            .alice { rule in
                rule.operations = SmallSet(operations)
                rule.profiles = globs(profile)
                rule.buckets = globs("data")
                rule.keys = globs(key)
                rule.methods = [.get]
                rule.parameters = ["x-oss-process"]
            }
        }
        let rules = Policy(rules: [
            rule("mine/**", [.credentials], profile: "media"),
            rule("signed/**", [.presign], profile: "media"),
            rule("other/**", [.credentials], profile: "logs"),
        ]).rules(for: .alice)
        let text = try rules.scopedPolicy(of: "media").text
        #expect(text.contains("data/mine/*"))
        #expect(!text.contains("signed/") && !text.contains("other/"))
    }

    @Test func `a policy that STS would refuse is refused`() {
        #expect(throws: ScopeProblem.tooLong(7_323)) {
            _ = try policy { rule in
                rule.buckets = globs("data")
                rule.keys = (0..<100).compactMap { Glob("home/alice/number-\($0)/**") }
                rule.parameters = ["x-oss-process"]
            }
        }
    }

    @Test func `a rule that limits the life of signatures grants no token`() {
        #expect(throws: ScopeProblem.nothing(losses: [])) {
            _ = try policy { $0.maxExpires = .seconds(60) }
        }
    }
}

/// The rights of a token are compared with those that the rules grant.
struct ScopedPolicyPropertyTests {
    /// Why a token may do less than the rules grant.
    private enum Shortfall: String, CaseIterable {
        /// RAM cannot express it; `--check` and `explain` name it.
        case named
        /// No scoped token has the action: `RAMAction.all` does not have it.
        case noAction
        /// The action is for another method, as PutObject for PUT, or GetObject for GET.
        case otherMethod
        /// A rule without `Key=` grants dot segments, and another has `Key=`, whose denial is for all.
        case dots
    }

    private static let kindsWithoutAction: Set<OSSCall.Kind> = [
        .processPost, .putBucket, .deleteBucket, .bucketACL, .bucketPolicy,
    ]
    private static let kindsOfOtherMethod: Set<OSSCall.Kind> = [
        .head, .getMeta, .select, .initiate, .complete, .append, .form, .rename, .deleteFolder, .createFolder,
        .deleteMany, .getSymlink,
    ]
    private static let keys = [
        "home/alice/f", "home/alice/d/f", "home/alice", "home/bob/f", "home/alicex", "pub/f", "pub/d/f",
        "a.jpg",
        "d/a.jpg", "x1", "x/1", "a/b.txt", "a/b.txt/c", "home/alice/../bob/f", "home/alice/.",
        "../home/alice/f",
        "a*", "ab", "home/alice/a${b}", "data/home/alice/f", "logs/home/alice/f", ".hidden", "é",
    ]
    private static let prefixes = [
        "", "home/", "home/alice/", "home/alice/d", "home/alice", "home/bob/", "pub/", "home/alice/../bob/",
        "a",
        "home/*", "d/", "./", "..", "a/b.txt",
    ]
    private static let buckets = ["data", "logs", "log", "logs-x", "other"]

    #if DEBUG
        private static let requests = 1_000
    #else
        private static let requests = 10_000
    #endif

    /// 200 sets of rules with random requests for each; a debug build evaluates fewer in the same time.
    @Test func `a scoped token never does more than the rules grant`() throws {
        var random = SeededRandom(seed: 140)
        var seen: Set<Shortfall> = []
        var allowed = 0
        for _ in 0..<200 {
            let rules = (0..<Int.random(in: 1...3, using: &random)).map { _ in Rule.random(using: &random) }
            let peerRules = Policy(rules: rules).rules(for: .alice)
            guard let policy = try? peerRules.scopedPolicy(of: "media") else { continue }
            let evaluator = try PolicyEvaluator(policy.text)
            for _ in 0..<Self.requests {
                let call = Self.call(using: &random)
                let may = call.needs.allSatisfy {
                    evaluator.allows($0.action, on: $0.resource, prefix: $0.prefix)
                }
                if may { allowed += 1 }
                let isGranted = call.ways.contains { way in
                    way.allSatisfy { $0.decision(of: peerRules).isGranted }
                }
                guard may != isGranted else { continue }
                guard !may else {
                    Issue.record("\(call) is allowed by \(policy.text), but not granted by \(rules)")
                    return
                }
                guard let shortfall = Self.shortfall(of: call, policy, rules) else {
                    Issue.record("\(call) is granted by \(rules), but not allowed by \(policy.text)")
                    return
                }
                seen.insert(shortfall)
            }
        }
        #expect(seen == Set(Shortfall.allCases))
        #expect(allowed > 3 * Self.requests)
    }

    private static func call(using random: inout SeededRandom) -> OSSCall {
        let kind = OSSCall.Kind.allCases.randomElement(using: &random) ?? .get
        var call = OSSCall(kind: kind)
        call.bucket = buckets.randomElement(using: &random) ?? ""
        call.key = keys.randomElement(using: &random) ?? ""
        let others = [.list, .listVersions, .listUploads].contains(kind) ? prefixes : keys
        call.other = others.randomElement(using: &random) ?? ""
        return call
    }

    private static func shortfall(of call: OSSCall, _ policy: ScopedPolicy, _ rules: [Rule]) -> Shortfall? {
        if kindsWithoutAction.contains(call.kind) { return .noAction }
        let hasDots = [call.key, call.other].contains { key in
            key.split(separator: "/").contains { $0 == "." || $0 == ".." }
        }
        let keyed = rules.filter { !$0.keys.isEmpty }
        if hasDots, !keyed.isEmpty, keyed.count < rules.count { return .dots }
        if kindsOfOtherMethod.contains(call.kind) { return .otherMethod }
        return policy.losses.isEmpty ? nil : .named
    }
}

private func globs(_ texts: String...) -> [Glob] { texts.compactMap { Glob($0) } }

extension Rule {
    fileprivate static func scoped(_ change: (inout Rule) -> Void = { _ in }) -> Rule {
        var rule = Rule.alice(change)
        rule.name = "scoped"
        rule.operations = [.sign, .credentials]
        return rule
    }

    fileprivate static func random(using random: inout SeededRandom) -> Rule {
        let buckets = ["data", "data", "logs", "log*", "*", "*s", "lo?s", "lo*x"]
        let keys = [
            "home/%u/**", "home/%u/**", "home/alice/d/**", "pub/*", "**", "**.jpg", "a/b.txt", "x?", "a\\*",
            "home/alice/a${b}", ".**", "home/**/f", "a**",
        ]
        let parameters = [
            "symlink", "acl", "tagging", "x-oss-process", "x-oss-dir", "x-oss-rename", "x-oss-delete",
            "policy",
            "delete",
        ]
        return scoped { rule in
            rule.buckets = some(of: buckets, none: 4, using: &random).compactMap { Glob($0) }
            rule.keys = some(of: keys, none: 3, using: &random).compactMap { Glob($0, specifiers: true) }
            let methods = some(of: Array(Method.allCases), none: 3, using: &random)
            rule.methods = SmallSet(methods)
            rule.parameters = parameters.filter { _ in Bool.random(using: &random) }
        }
    }

    /// None in one of `none` cases, else one to four.
    private static func some<Element>(
        of elements: [Element], none: Int, using random: inout SeededRandom
    ) -> [Element] {
        guard Int.random(in: 0..<none, using: &random) > 0 else { return [] }
        return Array(elements.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)))
    }
}

extension PeerRules {
    fileprivate func scopedPolicy(of profile: String) throws -> ScopedPolicy {
        try scopedPolicy(of: profile.utf8Span.span)
    }
}
