internal import Signing

// Compares the limits of two rules.
extension Rule {
    /// Whether the rule has this restriction, apart from defaults.
    func has(_ restriction: Restriction) -> Bool {
        switch restriction {
        case .profile: !profiles.isEmpty
        case .version: !versions.isEmpty
        case .bucket: !buckets.isEmpty
        case .key: !keys.isEmpty
        case .method: !methods.isEmpty
        case .parameter: !parameters.isEmpty
        case .maxExpires: maxExpires != nil
        case .timeSkew: timeSkew != Rule(name: "").timeSkew
        case .rate: rate != nil
        }
    }

    /// Whether the rule is at least as wide as the other in this restriction.
    private func isAsWide(as other: Rule, in restriction: Restriction) -> Bool {
        switch restriction {
        case .profile: profiles.cover(other.profiles)
        case .version: versions.grantsAll(of: other.versions)
        case .bucket: buckets.cover(other.buckets)
        case .key: keys.cover(other.keys)
        case .method:
            methods.isEmpty || !other.methods.isEmpty && other.methods.members.allSatisfy(methods.contains)
        case .parameter: other.parameters.allSatisfy(parameters.contains)
        case .maxExpires: maxExpires.isAsLong(as: other.maxExpires)
        case .timeSkew: timeSkew.isAsLong(as: other.timeSkew)
        // The allowances of two rules add up.
        case .rate: rate == nil
        }
    }

    /// Whether this rule matches all callers of the other.
    func isForAllCallers(of other: Rule) -> Bool {
        other.alternatives.allSatisfy { narrow in
            alternatives.contains { wide in
                !wide.isEmpty && wide.allSatisfy { condition in narrow.contains { $0.implies(condition) } }
            }
        }
    }

    /// Whether this rule grants everything that the other grants.
    func makesRedundant(_ other: Rule) -> Bool {
        other.operations.members.allSatisfy { operations.contains($0) && covers(other, for: $0) }
            && isForAllCallers(of: other)
    }

    /// The restrictions of this rule that the other rule makes ineffective.
    func restrictions(missingIn other: Rule) -> [Restriction] {
        let covered = operations.members.filter {
            other.operations.contains($0) && other.covers(self, for: $0)
        }
        return Restriction.allCases.filter { restriction in
            has(restriction) && covered.contains(where: restriction.applies)
                && !isAsWide(as: other, in: restriction)
        }
    }

    private func covers(_ other: Rule, for operation: Operation) -> Bool {
        Restriction.allCases.allSatisfy { !$0.applies(to: operation) || isAsWide(as: other, in: $0) }
    }
}

extension SmallSet<SignatureVersion> {
    /// The empty set stands for the default version of the profile, which may be any.
    fileprivate func grantsAll(of others: Self) -> Bool {
        guard !others.isEmpty else { return isEmpty || SignatureVersion.allCases.allSatisfy(contains) }
        return others.members.allSatisfy(contains)
    }
}

extension [Glob] {
    /// The empty list matches everything.
    fileprivate func cover(_ others: [Glob]) -> Bool {
        isEmpty || !others.isEmpty && others.allSatisfy { other in contains { $0.covers(other) } }
    }
}

extension Duration? {
    /// `nil` is unlimited.
    fileprivate func isAsLong(as other: Duration?) -> Bool {
        guard let self else { return true }
        return other.map { self >= $0 } ?? false
    }
}

/// A key of the configuration that restricts a rule.
enum Restriction: String, CaseIterable {
    case profile = "Profile"
    case version = "Version"
    case bucket = "Bucket"
    case key = "Key"
    case method = "Method"
    case parameter = "Parameter"
    case maxExpires = "MaxExpires"
    case timeSkew = "TimeSkew"
    case rate = "Rate"

    /// Whether the rules check it for this operation.
    func applies(to operation: Operation) -> Bool {
        switch self {
        case .profile: true
        case .version: operation.confinement == .byRequest || operation == .signOpaque
        case .bucket, .key, .method, .parameter:
            operation.confinement == .byRequest || operation == .credentials
        case .timeSkew: operation.confinement == .byRequest
        case .maxExpires: operation.confinement == .byRequest && operation != .sign
        case .rate: operation.confinement != .needless
        }
    }
}
