internal import Bytes
internal import Signing

/// The rules of one caller; every request uses them, so a grant allocates nothing.
package struct PeerRules: Equatable, Sendable {
    package let rules: [Rule]
    /// Whether a rule has a rate, so that grants must be counted.
    package let isMetered: Bool
    /// The time until each rule can be used again; empty: no rule has a rate.
    var waits: [Duration] = []

    package init(_ rules: [Rule]) {
        self.rules = rules
        isMetered = rules.contains { $0.rate != nil }
    }

    /// Grants if one rule that is not used up grants the whole request.
    package func decide(_ question: borrowing Question) -> Decision {
        var usedUp: (rule: Int, wait: Duration)?
        for index in rules.indices where check(question, against: index, PeerRules.stop) {
            guard index < waits.count, waits[index] > .zero else { return .granted(by: index) }
            if waits[index] < usedUp?.wait ?? .seconds(Int64.max) { usedUp = (index, waits[index]) }
        }
        return usedUp.map { .usedUp(by: $0.rule, wait: $0.wait) } ?? .refused
    }

    /// All unmet conditions of the rule nearest to a grant; called only after a refusal, because it allocates.
    package func refusal(of question: borrowing Question) -> Refusal {
        nearest(to: question) { rule, visit in check(question, against: rule, visit) }
    }

    /// The same when only the operation and the profile are known.
    package func refusal(of operation: Operation, with profile: Span<UInt8>) -> Refusal {
        nearest(to: Question(operation, profile: profile)) { rule, visit in
            check(operation, with: profile, against: rule, visit)
        }
    }

    /// The same before anything but the operation is known.
    package func refusal(of operation: Operation) -> Refusal {
        nearest(to: Question(operation, profile: Span())) { rule, visit in
            check(operation, against: rule, visit)
        }
    }

    /// The same for a bulk delete before its keys are known; `nil`: a rule grants some deletion in the bucket.
    package func refusal(ofDeletionsIn bucket: Span<UInt8>, with profile: Span<UInt8>) -> Refusal? {
        let target = Target(method: .delete, bucket: bucket, key: Span())
        let question = Question(.sign, profile: profile, target: target, parameters: ParameterNames())
        let rulesOfAnyKey = PeerRules(rules.map(\.ofAnyKey))
        return rulesOfAnyKey.decide(question) == .refused ? rulesOfAnyKey.refusal(of: question) : nil
    }

    private func nearest(
        to question: borrowing Question, _ check: (Int, Visitor) -> Bool
    ) -> Refusal {
        var nearest = Refusal(.rule)
        for index in rules.indices {
            var obstacles: [Obstacle] = []
            _ = check(index) { missing, asked in
                obstacles.append(Obstacle(missing, asked: asked, in: question, of: rules[index]))
                return true
            }
            nearest.consider(Refusal(by: rules[index], obstacles))
        }
        return nearest
    }

    /// Whether a rule grants the operation with some bucket and key; checked before an answer reveals the profile.
    package func mayAsk(for operation: Operation, with profile: Span<UInt8>) -> Bool {
        rules.indices.contains { check(operation, with: profile, against: $0, PeerRules.stop) }
    }

    /// The first rule that grants the operation with some profile.
    package func rule(forAny operation: Operation) -> Int? {
        rules.indices.first { check(operation, against: $0, PeerRules.stop) }
    }

    /// Whether a request for this operation can be granted.
    package func mayAsk(for operation: Operation) -> Bool {
        rules.contains { $0.operations.contains(operation) }
    }

    /// Whether a rule grants anything with the profile; for other callers it does not exist.
    package func mayUse(profile: Span<UInt8>) -> Bool {
        rules.contains { rule in !rule.operations.isEmpty && rule.profiles.admit(profile) }
    }
}

// Each passes what a request lacks to the visitor, and returns whether the visitor always went on.
// They take the index of a rule, because a rule as an argument is copied with all its texts.
extension PeerRules {
    /// Gets an unmet condition and the text of the request, and returns whether the next condition is to be checked.
    private typealias Visitor = (_ missing: MissingGrant, _ asked: Span<UInt8>) -> Bool

    /// For those who need to know only whether all conditions are met.
    @inline(__always)
    private static func stop(at missing: MissingGrant, _ asked: Span<UInt8>) -> Bool { false }

    @inline(__always)
    private func check(_ question: borrowing Question, against rule: Int, _ visit: Visitor) -> Bool {
        guard check(question.operation, with: question.profile, against: rule, visit),
            check(question.version, against: rule, visit)
        else { return false }
        guard question.operation.confinement == .byRequest else {
            let isCircumvented =
                question.operation == .credentials && rules[rule].operations.contains(.credentials)
                // A scoped token keeps all limits but that of `MaxExpires=`.
                && (question.isScoped ? rules[rule].maxExpires != nil : rules[rule].isConfined)
            return !isCircumvented || visit(.operation(.credentials), Operation.credentials.name.bytes)
        }
        return check(question.target, against: rule, visit)
            && check(question.parameters, with: question.target.method, against: rule, visit)
            && checkLimits(of: question, against: rule, visit)
    }

    @inline(__always)
    private func check(
        _ operation: Operation, with profile: Span<UInt8>, against rule: Int, _ visit: Visitor
    ) -> Bool {
        check(operation, against: rule, visit)
            && (rules[rule].profiles.admit(profile) || visit(.profile, profile))
    }

    @inline(__always)
    private func check(_ operation: Operation, against rule: Int, _ visit: Visitor) -> Bool {
        let isGranted =
            rules[rule].operations.contains(operation)
            && !(operation.isUnconfinable && rules[rule].isConfined)
        return isGranted || visit(.operation(operation), operation.name.bytes)
    }

    @inline(__always)
    private func check(_ version: WantedVersion?, against rule: Int, _ visit: Visitor) -> Bool {
        guard let version else { return true }
        let isGranted =
            rules[rule].versions.isEmpty
            ? version.asked == version.usual : rules[rule].versions.contains(version.asked)
        return isGranted || visit(.version(version.asked), version.asked.name.bytes)
    }

    @inline(__always)
    private func check(_ target: borrowing Target, against rule: Int, _ visit: Visitor) -> Bool {
        if let missing = obstacle(of: rule, toBucketOf: target), !visit(missing, target.bucket) {
            return false
        }
        if let missing = obstacle(of: rule, toKeyOf: target), !visit(missing, target.key) { return false }
        return rules[rule].methods.isEmpty || target.method.map(rules[rule].methods.contains) ?? false
            || visit(.method, (target.method?.name ?? "").bytes)
    }

    private func obstacle(of rule: Int, toBucketOf target: borrowing Target) -> MissingGrant? {
        guard !target.isForEveryBucket else { return rules[rule].buckets.isEmpty ? nil : .everyBucket }
        return rules[rule].buckets.admit(target.bucket) ? nil : .bucket
    }

    private func obstacle(of rule: Int, toKeyOf target: borrowing Target) -> MissingGrant? {
        guard !rules[rule].keys.isEmpty else { return nil }
        // A proxy before OSS may resolve such a path.
        guard !target.key.hasDotSegment else { return .keyWithoutDots() }
        let isGranted =
            target.keyIsPrefix
            ? rules[rule].keys.admitAll(beginningWith: target.key) : rules[rule].keys.admit(target.key)
        return isGranted ? nil : .key
    }

    @inline(__always)
    private func check(
        _ names: borrowing ParameterNames, with method: Method?, against rule: Int, _ visit: Visitor
    ) -> Bool {
        for index in 0..<names.count where !grants(rule, parameter: names[index], with: method) {
            guard visit(.parameter(RestrictedParameter(names[index])), names[index]) else { return false }
        }
        return true
    }

    @inline(__always)
    private func grants(_ rule: Int, parameter name: Span<UInt8>, with method: Method?) -> Bool {
        HarmlessParameters.contains(
            name, of: method, withinKeys: !rules[rule].keys.isEmpty,
            mayDelete: rules[rule].methods.isEmpty || rules[rule].methods.contains(.delete))
            || grants(rule, parameter: name)
    }

    private func grants(_ rule: Int, parameter name: Span<UInt8>) -> Bool {
        for granted in rules[rule].parameters where granted.utf8Span.span.equals(name) { return true }
        return false
    }

    @inline(__always)
    private func checkLimits(
        of question: borrowing Question, against rule: Int, _ visit: Visitor
    ) -> Bool {
        if let limit = rules[rule].maxExpires, question.expires > limit {
            guard visit(.expires(limit: limit), Span()) else { return false }
        }
        guard let limit = rules[rule].timeSkew, question.timeSkew > limit else { return true }
        return visit(.timeSkew(limit: limit), Span())
    }
}

extension Rule {
    /// The rule without its restriction to keys.
    fileprivate var ofAnyKey: Rule {
        var rule = self
        rule.keys = []
        return rule
    }
}

extension [Glob] {
    /// Whether the list is empty or a pattern matches; an empty text never matches.
    package func admit(_ text: Span<UInt8>) -> Bool {
        guard !isEmpty else { return true }
        guard text.count > 0 else { return false }
        for glob in self where glob.matches(text) { return true }
        return false
    }

    /// Whether one pattern matches every text with this prefix.
    fileprivate func admitAll(beginningWith prefix: Span<UInt8>) -> Bool {
        guard !isEmpty else { return true }
        for glob in self where glob.isOpenEnded && glob.matches(prefix) { return true }
        return false
    }
}

extension Span<UInt8> {
    /// Whether a segment between slashes is `.` or `..`.
    fileprivate var hasDotSegment: Bool {
        var start = 0
        while start < count {
            let end = firstIndex(of: UInt8(ascii: "/"), from: start) ?? count
            let part = extracting(start..<end)
            if part.equals(".") || part.equals("..") { return true }
            start = end + 1
        }
        return false
    }
}
