internal import Time

/// How far a profile has come with the fetch that its schedule began; empty when there is none.
struct FetchProgress {
    /// `nil`: it waits for the lock, or for the key of another profile.
    var fetch: Fetch?
    /// Held while we fetch, so that no other process does.
    var lock: CacheLock?
    /// When we stop waiting for it.
    var lockWaitEnd: Instant?
}
