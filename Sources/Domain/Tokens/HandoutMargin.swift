internal import Time

/// How much of its life a credential must have before it to be worth handing out.
///
/// Programs that fetch credentials come back when less is left than they like, and one that gets such a credential comes
/// back at once, with every request of its own.
package struct HandoutMargin: Equatable {
    /// What ossfs wants; the SDKs for Python and Java want 15 minutes, the others less.
    package static let wanted: Int64 = 1_200

    /// How long the credential lives in all, in seconds.
    package let life: Int64

    /// `nil` for a key without an end.
    package init?(of credential: Credential) {
        guard let expiration = credential.expiration else { return nil }
        life = max(0, expiration - credential.fetchedAt)
    }

    /// The seconds that must be left.
    ///
    /// More than half of the life would mean a fetch from upstream for each that comes.
    package var seconds: Int { Int(min(HandoutMargin.wanted, life / 2)) }

    /// Whether no renewal in time can give those programs what they like.
    package var isTooShort: Bool { life < 2 * HandoutMargin.wanted }
}
