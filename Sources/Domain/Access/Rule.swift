package import Signing

/// One `[Access NAME]` section: the callers that it matches, and the requests that it grants.
///
/// `Settings` builds the rules from the configuration, so this module does not depend on files.
package struct Rule: Equatable, Sendable {
    package var name: String
    /// Its file and line, if it has them.
    package var place: String?
    /// All selectors of one list must match; without a list the rule matches no caller.
    package var alternatives: [[Selector]] = []
    package var operations: SmallSet<Operation> = []
    /// Empty: every profile, and so for the next three.
    package var profiles: [Glob] = []
    package var buckets: [Glob] = []
    package var keys: [Glob] = []
    package var methods: SmallSet<Method> = []
    /// Empty: only the default version of the profile.
    package var versions: SmallSet<SignatureVersion> = []
    /// The parameters that are granted beside the harmless ones.
    package var parameters: [String] = []
    /// `nil`: the limit of OSS.
    package var maxExpires: Duration?
    /// `nil`: any signing time.
    package var timeSkew: Duration? = .seconds(15 * 60)
    package var rate: Rate?
    /// `nil`: the count of `rate`.
    package var burst: Int?
    /// `nil`: the setting of the daemon.
    package var audit: AuditSetting?

    package init(name: String) {
        self.name = name
    }

    /// Whether the rule limits signatures in a way that a credential or an opaque string would circumvent.
    package var isConfined: Bool {
        !buckets.isEmpty || !keys.isEmpty || !methods.isEmpty || maxExpires != nil
    }

    /// Whether the rule has a limit that only a scoped token keeps.
    package var needsScopedToken: Bool { operations.contains(.credentials) && isConfined }

    /// Whether the rule is for this profile.
    package func isFor(profile name: String) -> Bool { profiles.admit(name.utf8Span.span) }

    package var namesUnits: Bool {
        alternatives.joined().contains { $0.fact == .unit || $0.fact == .slice }
    }

    func matches(_ peer: Peer) -> Bool {
        alternatives.contains { selectors in
            !selectors.isEmpty && selectors.allSatisfy { $0.matches(peer) }
        }
    }

    /// The rule with `%u` and `%i` replaced; `nil`: no key of the rule is left for this user and instance.
    package func expanded(forUser name: String?, instance: @autoclosure () -> String? = nil) -> Rule? {
        guard keys.contains(where: \.namesCaller) else { return self }
        let instance = instance()
        var rule = self
        rule.keys = keys.compactMap { $0.expanded(userName: name, instance: instance) }
        // An empty list of keys would grant every key.
        return rule.keys.isEmpty ? nil : rule
    }
}
