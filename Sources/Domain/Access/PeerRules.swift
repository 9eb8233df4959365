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
        for index in rules.indices where obstacle(of: index, to: question) == nil {
            guard index < waits.count, waits[index] > .zero else { return .granted(by: index) }
            if waits[index] < usedUp?.wait ?? .seconds(Int64.max) { usedUp = (index, waits[index]) }
        }
        return usedUp.map { .usedUp(by: $0.rule, wait: $0.wait) } ?? .refused
    }

    /// All unmet conditions of the rule nearest to a grant; called only after a refusal, because it allocates.
    package func refusal(of question: borrowing Question) -> Refusal {
        nearest { obstacles(of: $0, to: question) }
    }

    /// The same when only the operation and the profile are known.
    package func refusal(of operation: Operation, with profile: Span<UInt8>) -> Refusal {
        nearest { obstacles(of: $0, to: operation, with: profile) }
    }

    /// The same before anything but the operation is known.
    package func refusal(of operation: Operation) -> Refusal {
        nearest { obstacles(of: $0, to: operation) }
    }

    /// The same for a bulk delete before its keys are known; `nil`: a rule grants some deletion in the bucket.
    package func refusal(ofDeletionsIn bucket: Span<UInt8>, with profile: Span<UInt8>) -> Refusal? {
        let target = Target(method: .delete, bucket: bucket, key: Span())
        var isGranted = false
        let refusal = nearest { index in
            let place = [obstacle(of: index, toBucket: target), obstacle(of: index, toMethod: target)]
            let obstacles = obstacles(of: index, to: .sign, with: profile) + place.compactMap(\.self)
            if obstacles.isEmpty { isGranted = true }
            return obstacles
        }
        return isGranted ? nil : refusal
    }

    private func nearest(_ obstacles: (Int) -> [Obstacle]) -> Refusal {
        var nearest = Refusal(.rule)
        for index in rules.indices { nearest.consider(Refusal(by: rules[index], obstacles(index))) }
        return nearest
    }

    /// Whether a rule grants the operation with some bucket and key; checked before an answer reveals the profile.
    package func mayAsk(for operation: Operation, with profile: Span<UInt8>) -> Bool {
        rules.indices.contains { obstacle(of: $0, to: operation, with: profile) == nil }
    }

    /// The first rule that grants the operation with some profile.
    package func rule(forAny operation: Operation) -> Int? {
        rules.indices.first { obstacle(of: $0, to: operation) == nil }
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

// These take the index of a rule, because a rule as an argument is copied with all its texts.
extension PeerRules {
    /// The first condition of the rule that the request does not meet.
    private func obstacle(of rule: Int, to question: borrowing Question) -> MissingGrant? {
        let first =
            obstacle(of: rule, to: question.operation, with: question.profile)
            ?? obstacle(of: rule, to: question.version)
        if let first { return first }
        guard question.operation.confinement == .byRequest else {
            return obstacle(of: rule, toHandout: question)
        }
        return obstacle(of: rule, toBucketOf: question.target)
            ?? obstacle(of: rule, toKeyOf: question.target)
            ?? obstacle(of: rule, to: question.target.method)
            ?? obstacle(of: rule, to: question.parameters, with: question.target.method)
            ?? obstacle(of: rule, toLife: question.expires) ?? obstacle(of: rule, toSkew: question.timeSkew)
    }

    private func obstacle(
        of rule: Int, to operation: Operation, with profile: Span<UInt8>
    ) -> MissingGrant? {
        obstacle(of: rule, to: operation) ?? obstacle(of: rule, toProfile: profile)
    }

    private func obstacle(of rule: Int, to operation: Operation) -> MissingGrant? {
        guard rules[rule].operations.contains(operation) else { return .operation(operation) }
        guard operation.isUnconfinable, rules[rule].isConfined else { return nil }
        return .operation(operation)
    }

    private func obstacle(of rule: Int, toHandout question: borrowing Question) -> MissingGrant? {
        guard question.operation == .credentials, rules[rule].operations.contains(.credentials),
            rules[rule].isCircumvented(byTokenThatIsScoped: question.isScoped)
        else { return nil }
        return .operation(.credentials)
    }

    private func obstacle(of rule: Int, toProfile profile: Span<UInt8>) -> MissingGrant? {
        rules[rule].profiles.admit(profile) ? nil : .profile
    }

    private func obstacle(of rule: Int, to version: WantedVersion?) -> MissingGrant? {
        guard let version else { return nil }
        let isGranted =
            rules[rule].versions.isEmpty
            ? version.asked == version.usual : rules[rule].versions.contains(version.asked)
        return isGranted ? nil : .version(version.asked)
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

    private func obstacle(of rule: Int, to method: Method?) -> MissingGrant? {
        guard !rules[rule].methods.isEmpty else { return nil }
        guard let method, rules[rule].methods.contains(method) else { return .method }
        return nil
    }

    private func obstacle(
        of rule: Int, to names: borrowing ParameterNames, with method: Method?
    ) -> MissingGrant? {
        for index in 0..<names.count where !grants(rule, parameter: names[index], with: method) {
            return .parameter(RestrictedParameter(names[index]))
        }
        return nil
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

    private func obstacle(of rule: Int, toLife life: Duration) -> MissingGrant? {
        guard let limit = rules[rule].maxExpires, life > limit else { return nil }
        return .expires(limit: limit)
    }

    private func obstacle(of rule: Int, toSkew skew: Duration) -> MissingGrant? {
        guard let limit = rules[rule].timeSkew, skew > limit else { return nil }
        return .timeSkew(limit: limit)
    }
}

// All unmet conditions, with the value of the request and those of the rule.
extension PeerRules {
    private func obstacles(of rule: Int, to question: borrowing Question) -> [Obstacle] {
        let first =
            obstacles(of: rule, to: question.operation, with: question.profile)
            + obstacles(of: rule, to: question.version)
        guard question.operation.confinement == .byRequest else {
            return first + obstacles(of: rule, toHandout: question)
        }
        let target = question.target
        let place = [
            obstacle(of: rule, toBucket: target),
            obstacle(of: rule, toKeyOf: target).map {
                Obstacle($0, asked: target, of: question.operation, granted: rules[rule].keys)
            },
            obstacle(of: rule, toMethod: target),
        ]
        let limits = [
            obstacle(of: rule, toLife: question.expires).map { Obstacle($0, asked: question.expires) },
            obstacle(of: rule, toSkew: question.timeSkew).map { Obstacle($0, asked: question.timeSkew) },
        ]
        return first + place.compactMap(\.self)
            + obstacles(of: rule, to: question.parameters, with: target.method) + limits.compactMap(\.self)
    }

    private func obstacle(of rule: Int, toBucket target: borrowing Target) -> Obstacle? {
        obstacle(of: rule, toBucketOf: target).map {
            Obstacle($0, asked: target.bucket, granted: rules[rule].buckets)
        }
    }

    private func obstacle(of rule: Int, toMethod target: borrowing Target) -> Obstacle? {
        obstacle(of: rule, to: target.method).map {
            Obstacle($0, asked: target.method?.name, granted: rules[rule].methods.members.map(\.name))
        }
    }

    private func obstacles(of rule: Int, toHandout question: borrowing Question) -> [Obstacle] {
        guard let missing = obstacle(of: rule, toHandout: question) else { return [] }
        return [obstacle(missing, of: rule, to: question.operation)]
    }

    private func obstacles(
        of rule: Int, to operation: Operation, with profile: Span<UInt8>
    ) -> [Obstacle] {
        guard let missing = obstacle(of: rule, toProfile: profile) else {
            return obstacles(of: rule, to: operation)
        }
        let obstacle = Obstacle(missing, asked: profile, granted: rules[rule].profiles)
        return obstacles(of: rule, to: operation) + [obstacle]
    }

    private func obstacles(of rule: Int, to operation: Operation) -> [Obstacle] {
        obstacle(of: rule, to: operation).map { [obstacle($0, of: rule, to: operation)] } ?? []
    }

    private func obstacle(_ missing: MissingGrant, of rule: Int, to operation: Operation) -> Obstacle {
        let granted = rules[rule].operations.members.map(\.name)
        return Obstacle(missing, asked: operation.name, granted: granted)
    }

    private func obstacles(of rule: Int, to version: WantedVersion?) -> [Obstacle] {
        guard let version, let missing = obstacle(of: rule, to: version) else { return [] }
        let granted = rules[rule].versions.isEmpty ? [version.usual] : rules[rule].versions.members
        return [Obstacle(missing, asked: version.asked.name, granted: granted.map(\.name))]
    }

    private func obstacles(
        of rule: Int, to names: borrowing ParameterNames, with method: Method?
    ) -> [Obstacle] {
        var found: [Obstacle] = []
        for index in 0..<names.count where !grants(rule, parameter: names[index], with: method) {
            found.append(Obstacle(parameter: names[index], granted: rules[rule].parameters))
        }
        return found
    }
}

extension [Glob] {
    /// Whether the list is empty or a pattern matches; an empty text never matches.
    func admit(_ text: Span<UInt8>) -> Bool {
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
