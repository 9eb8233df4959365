package import Time

/// The state of a profile's token, in the words of the API.
package enum ProfileState: String, CaseIterable, Sendable {
    /// In the first part of its life, or without expiration.
    case fresh
    /// Past the time of its refresh.
    case aging
    /// Valid, but with less life left than the operator wants.
    case stale
    case expired
    /// There was never a token, or it was removed.
    case never

    package var name: String { rawValue }

    package var canSign: Bool { self != .expired && self != .never }

    package init(of credential: Credential?, policy: RefreshPolicy, at now: Timestamp) {
        guard let credential else {
            self = .never
            return
        }
        guard let expiration = credential.expiration else {
            self = .fresh
            return
        }
        let remaining = Duration.seconds(expiration - now)
        let life = Duration.seconds(expiration - credential.fetchedAt)
        if remaining <= .zero {
            self = .expired
        } else if remaining < min(policy.minRemaining, life / 4) {
            self = .stale
        } else {
            let latest = RefreshWindow(life: life, policy: policy).latest
            self = Duration.seconds(now - credential.fetchedAt).milliseconds > latest ? .aging : .fresh
        }
    }
}
