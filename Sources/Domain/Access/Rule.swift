package import Signing

/// One `[Access NAME]` section: whom it is for, and what it grants.
///
/// The rules are defined here and built by `Settings`, not the other way round: the texts of the
/// configuration then become these types at once, with nothing between them that could be wrong, and this
/// module stays free of files.
package struct Rule: Equatable, Sendable {
    package var name: String
    /// Its file and line, where it has one.
    package var place: String?
    /// One list must hold as a whole; none at all matches nobody.
    package var alternatives: [[Selector]] = []
    package var operations: SmallSet<Operation> = []
    /// Empty: every profile.
    ///
    /// The same holds for the next three.
    package var profiles: [Glob] = []
    package var buckets: [Glob] = []
    package var keys: [Glob] = []
    package var methods: SmallSet<Method> = []
    /// Empty: only the version that the profile has for requests that name none.
    package var versions: SmallSet<SignatureVersion> = []
    /// Granted beside the harmless ones.
    package var parameters: [String] = []
    /// `nil`: as long as OSS allows.
    package var maxExpires: Duration?
    /// `nil`: any time may be signed for.
    package var timeSkew: Duration? = .seconds(15 * 60)
    package var rate: Rate?
    /// `nil`: as much as `rate` grants in its time.
    package var burst: Int?

    package init(name: String) {
        self.name = name
    }

    /// Whether the rule confines what is signed, which neither a bare credential nor an opaque string can be.
    package var isConfined: Bool {
        !buckets.isEmpty || !keys.isEmpty || !methods.isEmpty || maxExpires != nil
    }

    func matches(_ peer: Peer) -> Bool {
        alternatives.contains { selectors in
            !selectors.isEmpty && selectors.allSatisfy { $0.matches(peer) }
        }
    }

    /// The rule as it is for this caller.
    func expanded(for peer: Peer) -> Rule? {
        guard !keys.isEmpty else { return self }
        var rule = self
        rule.keys = keys.compactMap { $0.expanded(userName: peer.userName) }
        // No key left must not come to mean every key.
        return rule.keys.isEmpty ? nil : rule
    }
}
