/// The calls for many URLs, and those with large bodies: one is under way, the others wait in their order, of each user a few.
///
/// So what they need to be worked on is bounded by that of one, and everybody else waits for a slice of it at most.
struct BatchQueue {
    struct Waiting {
        let user: UInt32
        let wait: Waiter
    }

    var present: Batch?
    /// What is read of the call that is under way, before it is a batch or is answered at once.
    var reading: LargeBody?
    var waiting: [Waiting] = []
    /// Asks for a call of `turn` when all others had theirs.
    var askForTurn: () -> Void = {}
    /// Out of which their answers get their memory.
    var memory: MemoryReserve?
    /// Ends the wait of a connection whose turn it is.
    var resume: (Waiter) -> Void = { _ in }
    /// Lets a connection begin anew whose profile a reload replaced.
    var restart: (Waiter) -> Void = { _ in }
    /// Whether more can be kept for a user, his finished answers among it.
    var hasRoom: (UInt32) -> Bool = { _ in true }

    /// Whether one is under way.
    var isBusy: Bool { present != nil || reading != nil }

    func countWaiting(of user: UInt32) -> Int {
        waiting.count { $0.user == user }
    }
}
