internal import Time

/// When a process is looked at: what is read of a client later may be another program's.
struct Look: Equatable {
    let time: Instant
    /// How often something had been read of clients.
    let readings: Int
}
