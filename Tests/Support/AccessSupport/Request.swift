internal import Access
internal import Signing

/// A question in plain texts, asked of some rules.
struct Request: Sendable {
    var operation = Operation.sign
    var profile = "media"
    var method = "GET"
    var bucket = "pictures"
    var key = "a.jpg"
    var keyIsPrefix = false
    var parameters: [String] = []
    var expires = Duration.zero
    var timeSkew = Duration.zero
    var version = WantedVersion(.v4, usual: .v4)
    var isForEveryBucket = false

    func decision(of rules: PeerRules) -> Verdict {
        switch asked({ question in rules.decide(question) }) {
        case .granted(let rule): .granted(by: rule)
        case .usedUp(let rule, let wait): .usedUp(by: rule, wait: wait)
        case .refused: .refused(missing: asked { question in rules.refusal(of: question) }.missing)
        }
    }

    func refusal(by rules: [Rule]) -> Refusal {
        let rules = Policy(rules: rules).rules(for: .alice)
        return asked { question in rules.refusal(of: question) }
    }

    private func asked<Answer>(_ ask: (borrowing Question) -> Answer) -> Answer {
        var text: [UInt8] = []
        var ranges: [Range<Int>] = []
        for name in parameters {
            ranges.append(text.count..<text.count + name.utf8.count)
            text += name.utf8
        }
        var target = Target(
            method: Method(method.utf8Span.span), bucket: bucket.utf8Span.span, key: key.utf8Span.span,
            keyIsPrefix: keyIsPrefix)
        target.isForEveryBucket = isForEveryBucket
        var question = Question(
            operation, profile: profile.utf8Span.span, target: target,
            parameters: ParameterNames(text: text.span, ranges: ranges.span))
        question.expires = expires
        question.timeSkew = timeSkew
        question.version = version
        return ask(question)
    }

    func decision(of rule: Rule, for peer: Peer = .alice) -> Verdict {
        decision(of: Policy(rules: [rule]).rules(for: peer))
    }
}

extension Peer {
    static let root = Peer(uid: 0, gid: 0, userName: "root")
    static let alice = Peer(uid: 1_000, gid: 1_000, groups: [27, 990], userName: "alice")
    static let bob = Peer(uid: 1_001, gid: 1_001, userName: "bob")
    static let nameless = Peer(uid: 4_242, gid: 4_242)
}

extension Rule {
    /// A rule for Alice that grants `sign` and what the closure adds.
    static func alice(_ change: (inout Rule) -> Void = { _ in }) -> Rule {
        var rule = Rule(name: "alice")
        rule.alternatives = [[.uid(1_000)]]
        rule.operations = [.sign]
        change(&rule)
        return rule
    }
}

// The macros of the tests cannot hold a span.
extension Glob {
    func matches(_ text: String) -> Bool { matches(text.utf8Span.span) }
}

extension PeerRules {
    func mayUse(profile: String) -> Bool { mayUse(profile: profile.utf8Span.span) }
}

/// A decision, with what a refused caller is told.
enum Verdict: Equatable {
    case granted(by: Int)
    case usedUp(by: Int, wait: Duration)
    case refused(missing: MissingGrant)
}

extension Verdict {
    var isGranted: Bool { if case .granted = self { true } else { false } }
}
