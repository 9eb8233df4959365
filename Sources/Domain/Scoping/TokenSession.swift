internal import Text
internal import TextEquality

/// The session of STS that a scoped token is for: what it may do, and the name that the logs of OSS have for it.
package struct TokenSession: Hashable, Sendable {
    /// The limits of STS for a name.
    private static let lengths = 2...64

    package let name: String
    package let policy: String
    /// `nil`: that of the profile.
    package var duration: Duration?
    /// Whether the token is renewed without a request, as for a file.
    package var isRenewedUnasked = false
    /// Made once, because a token is looked up for each hand-out, and a policy is long.
    private let hash: Int

    /// The name must be valid.
    package init(named name: String, limitedTo policy: String) {
        precondition(TokenSession.isName(name))
        self.name = name
        self.policy = policy
        var hasher = Hasher()
        hasher.combine(name)
        hasher.combine(policy)
        hash = hasher.finalize()
    }

    package static func == (one: TokenSession, other: TokenSession) -> Bool {
        one.hash == other.hash && one.duration == other.duration
            && one.isRenewedUnasked == other.isRenewedUnasked && one.name == other.name
            && one.policy == other.policy
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(hash) }

    package static func isName(_ text: String) -> Bool {
        lengths.contains(text.utf8.count) && text.utf8.allSatisfy(characters.with("@").contains)
    }

    /// `USER@UNIT`; other characters than those of STS become `-`, and a name that is too long loses its end.
    package static func name(ofUser name: String?, number: UInt32, unit: String?) -> String {
        let user = clean(name.flatMap { $0.isEmpty ? nil : $0 } ?? "uid-\(number)")
        let unit = unit.map(clean) ?? ""
        guard !unit.isEmpty || user.utf8.count < lengths.lowerBound else {
            return String(user.prefix(lengths.upperBound))
        }
        return String("\(user)@\(unit.isEmpty ? "-" : unit)".prefix(lengths.upperBound))
    }

    private static let characters = ByteSet.alphanumeric.with(".").with("_").with("-")

    private static func clean(_ text: String) -> String {
        String(
            decoding: text.utf8.map { characters.contains($0) ? $0 : UInt8(ascii: "-") }, as: UTF8.self)
    }
}
