internal import Time

/// When a process is looked at: what is read of a client later may be another program's, and so may be who is let in later.
struct Look: Equatable {
    let time: Instant
    let number: Int
}
