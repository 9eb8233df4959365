internal import Signing

// What one rule limits and another does not.
extension Rule {
    /// Whether the rule's author wrote it, as far as that can be seen.
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

    /// Whether the rule grants, as far as this key goes, all that the other grants.
    func isAsWide(as other: Rule, in restriction: Restriction) -> Bool {
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
        // Two rules with rates are two allowances, which add up.
        case .rate: rate == nil
        }
    }

    /// Whether whoever may use the other rule may use this one.
    func isForAllCallers(of other: Rule) -> Bool {
        other.alternatives.allSatisfy { narrow in
            alternatives.contains { wide in
                !wide.isEmpty && wide.allSatisfy { condition in narrow.contains { $0.implies(condition) } }
            }
        }
    }

    /// Whether all that the other grants is granted by this rule.
    func makesNeedless(_ other: Rule) -> Bool {
        other.operations.members.allSatisfy { operations.contains($0) && covers(other, for: $0) }
            && isForAllCallers(of: other)
    }

    /// What limits an operation here, and nobody because of the other rule.
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
    /// None stands for the version of the profile, which is one of all.
    fileprivate func grantsAll(of others: Self) -> Bool {
        guard !others.isEmpty else { return isEmpty || SignatureVersion.allCases.allSatisfy(contains) }
        return others.members.allSatisfy(contains)
    }
}

extension [Glob] {
    /// No pattern at all names everything.
    fileprivate func cover(_ others: [Glob]) -> Bool {
        isEmpty || !others.isEmpty && others.allSatisfy { other in contains { $0.covers(other) } }
    }
}

extension Duration? {
    /// None is without an end.
    fileprivate func isAsLong(as other: Duration?) -> Bool {
        guard let self else { return true }
        return other.map { self >= $0 } ?? false
    }
}
