internal import Bytes
internal import Signing

/// The rules of one caller; asked for every request, so a grant allocates nothing.
package struct PeerRules: Equatable, Sendable {
    package let rules: [Rule]
    /// Whether a rule has a rate, of which somebody must keep count.
    package let isMetered: Bool
    /// How long each rule is used up; empty where nobody counts.
    var waits: [Duration] = []

    init(_ rules: [Rule]) {
        self.rules = rules
        isMetered = rules.contains { $0.rate != nil }
    }

    /// Grants when one rule that is not used up grants all of the request.
    package func decide(_ question: borrowing Question) -> Decision {
        var missing = MissingGrant.rule
        var wait: Duration?
        for index in rules.indices {
            guard let obstacle = obstacle(of: index, to: question) else {
                guard index < waits.count, waits[index] > .zero else { return .granted(by: index) }
                wait = min(wait ?? .seconds(Int64.max), waits[index])
                continue
            }
            if obstacle.isNearer(than: missing) { missing = obstacle }
        }
        return wait.map { .usedUp(wait: $0) } ?? .refused(missing: missing)
    }

    /// What stands in the way of the operation whatever it is done to; asked before a word is said of the profile.
    package func obstacle(to operation: Operation, with profile: Span<UInt8>) -> MissingGrant? {
        var missing = MissingGrant.rule
        for index in rules.indices {
            guard let obstacle = obstacle(of: index, to: operation, with: profile) else { return nil }
            if obstacle.isNearer(than: missing) { missing = obstacle }
        }
        return missing
    }

    /// Whether the caller may do anything at all with a profile; to everybody else it does not exist.
    package func mayUse(profile: Span<UInt8>) -> Bool {
        rules.contains { rule in !rule.operations.isEmpty && rule.profiles.admit(profile) }
    }
}

// By the number of the rule, and member by member: a rule that is handed on is copied, with all its texts.
extension PeerRules {
    /// The first condition of the rule that the request does not meet.
    private func obstacle(of rule: Int, to question: borrowing Question) -> MissingGrant? {
        if let obstacle = obstacle(of: rule, to: question.operation, with: question.profile) {
            return obstacle
        }
        guard question.operation.confinement == .byRequest else { return nil }
        return obstacle(of: rule, to: question.target)
            ?? obstacle(of: rule, to: question.parameters, with: question.target.method)
            ?? limit(of: rule, on: question)
    }

    private func obstacle(
        of rule: Int, to operation: Operation, with profile: Span<UInt8>
    ) -> MissingGrant? {
        guard rules[rule].operations.contains(operation) else { return .operation(operation) }
        guard rules[rule].profiles.admit(profile) else { return .profile }
        guard operation.isUnconfinable, rules[rule].isConfined else { return nil }
        return .operation(operation)
    }

    private func obstacle(of rule: Int, to target: borrowing Target) -> MissingGrant? {
        guard rules[rule].buckets.admit(target.bucket) else { return .bucket }
        if !rules[rule].keys.isEmpty {
            // Whoever stands between us and OSS may walk such a path before OSS sees it.
            guard !target.key.hasDotSegment else { return .key }
            guard
                target.keyIsPrefix
                    ? rules[rule].keys.admitAll(beginningWith: target.key)
                    : rules[rule].keys.admit(target.key)
            else { return .key }
        }
        if !rules[rule].methods.isEmpty {
            guard let method = target.method, rules[rule].methods.contains(method) else { return .method }
        }
        return nil
    }

    private func obstacle(
        of rule: Int, to names: borrowing ParameterNames, with method: Method?
    ) -> MissingGrant? {
        let withinKeys = !rules[rule].keys.isEmpty
        let mayDelete = rules[rule].methods.isEmpty || rules[rule].methods.contains(.delete)
        for index in 0..<names.count {
            let name = names[index]
            guard
                HarmlessParameters.contains(
                    name, of: method, withinKeys: withinKeys, mayDelete: mayDelete)
                    || grants(rule, parameter: name)
            else {
                return .parameter(ConfiguringParameter(name))
            }
        }
        return nil
    }

    private func grants(_ rule: Int, parameter name: Span<UInt8>) -> Bool {
        for granted in rules[rule].parameters where granted.utf8Span.span.equals(name) { return true }
        return false
    }

    private func limit(of rule: Int, on question: borrowing Question) -> MissingGrant? {
        if let limit = rules[rule].maxExpires, question.expires > limit { return .expires(limit: limit) }
        if let limit = rules[rule].timeSkew, question.timeSkew > limit { return .timeSkew(limit: limit) }
        return nil
    }
}

extension [Glob] {
    /// Whether there is no restriction, or one pattern names the text; no text is named by none.
    fileprivate func admit(_ text: Span<UInt8>) -> Bool {
        guard !isEmpty else { return true }
        guard text.count > 0 else { return false }
        for glob in self where glob.matches(text) { return true }
        return false
    }

    /// Whether one pattern names every text that begins so.
    fileprivate func admitAll(beginningWith prefix: Span<UInt8>) -> Bool {
        guard !isEmpty else { return true }
        for glob in self where glob.isOpenEnded && glob.matches(prefix) { return true }
        return false
    }
}

extension Span<UInt8> {
    /// Whether a part between slashes is `.` or `..`.
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
