internal import API
internal import Time
internal import Tokens

/// What comes of asking for a token where none is that lives long enough.
enum Supply {
    /// A key from files, or one that another process fetched, is there as soon as it was asked for.
    case present(Credential)
    /// Waiting for it makes sense.
    case coming
    case none
}

extension Profile {
    /// For whoever waited before nothing is asked.
    func supply(
        living seconds: Int, afterWaiting hasWaited: Bool, at now: Moment, within patience: Duration
    ) -> Supply {
        guard !hasWaited, demand(living: seconds, at: now, within: patience) else { return .none }
        return credential(living: seconds, at: now).map { .present($0) } ?? .coming
    }
}
