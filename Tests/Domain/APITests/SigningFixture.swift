import API
import Access
import Bytes
import Signing
import Time

/// A signing with a profile that names everything, at the time of the documents' examples; root asks, by the standard rules or
/// others.
struct SigningFixture {
    private let rules: PeerRules
    private var profile = ProfileDefaults(
        name: "default",
        place: .init(
            endpoint: "https://oss-cn-hangzhou.aliyuncs.com", region: "cn-hangzhou", bucket: "examplebucket"),
        addressing: nil, version: .v4)

    init(_ policy: Policy = .ofRoot) {
        rules = policy.rules(for: Peer(uid: 0, gid: 0))
    }

    init(_ policy: Policy, of profile: ProfileDefaults) {
        self.init(policy)
        self.profile = profile
    }

    /// The same with a profile that names only itself.
    init(_ policy: Policy, onlyNamed name: String) {
        self.init(policy)
        profile = ProfileDefaults(name: name, place: .init(), addressing: nil, version: .v4)
    }

    /// Why the signing does not admit a body, in short; `nil`: it does.
    func refusal(of body: String, for route: SigningRoute) -> Problem? {
        problem(with: body, for: route)?.inShort
    }

    /// The life of the answer to a body that is admitted.
    func life(of body: String, for route: SigningRoute) throws -> Duration? {
        var signing = SigningContext()
        try signing.read(body.utf8Span.span, for: route)
        try signing.admit(to: profile, by: rules, at: Timestamp(secondsSince1970: 1_702_743_657))
        return signing.life
    }

    func problem(with body: String, for route: SigningRoute) -> Problem? {
        var signing = SigningContext()
        do {
            try signing.read(body.utf8Span.span, for: route)
            try signing.admit(to: profile, by: rules, at: Timestamp(secondsSince1970: 1_702_743_657))
            return nil
        } catch {
            return error
        }
    }
}

extension Problem {
    /// A refusal of which only counts what is missing first.
    static func notAllowed(_ missing: MissingGrant) -> Problem { .notAllowed(Refusal(missing)) }

    /// The same of a refusal that says more.
    var inShort: Problem {
        guard case .notAllowed(let refusal) = self else { return self }
        return .notAllowed(refusal.missing)
    }
}

extension Policy {
    /// Root may have any string signed.
    static var signing: Policy {
        var rule = Rule(name: "root")
        rule.alternatives = [[.uid(0)]]
        rule.operations = [.signString, .signOpaque]
        rule.versions = [.v1, .v4]
        return Policy(rules: [rule])
    }
}

extension Policy {
    /// The rights that the standard rules grant to root, with both versions regardless of the profile.
    fileprivate static var ofRoot: Policy {
        Policy(
            rules: standard(group: nil).rules.map { rule in
                var rule = rule
                rule.versions = [.v1, .v4]
                return rule
            })
    }
}
