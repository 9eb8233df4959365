internal import Access
internal import Time

/// Who is at the other end of a connection, and what the rules let him do.
///
/// It never changes, so that connections of the same user share one.
final class Caller {
    /// Nobody else has it, or had it before.
    let number: Int
    let peer: Peer
    let rules: PeerRules
    /// The same with what his user has used of their rates; `nil` where none has a rate.
    let metered: MeteredRules?
    /// The rules that these were taken from; others apply after a reload.
    let policyNumber: Int
    /// `nil` where no rule for this user asks for it.
    let process: CallingProcess?
    /// What records tell of the process, once there was one.
    let recordedFacts: ProcessFacts?
    /// Where his requests are counted, from the first one on.
    var counts: UserCounts?

    init(
        _ peer: Peer, number: Int, _ rules: PeerRules, _ metered: MeteredRules? = nil, policyNumber: Int,
        process: CallingProcess? = nil
    ) {
        self.number = number
        self.peer = peer
        self.process = process
        self.rules = rules
        self.metered = metered
        self.policyNumber = policyNumber
        recordedFacts = nil
    }

    /// The same caller, with what a record tells of his process.
    init(_ caller: Caller, recordedAs facts: ProcessFacts) {
        number = caller.number
        peer = caller.peer
        process = caller.process
        rules = caller.rules
        metered = caller.metered
        policyNumber = caller.policyNumber
        counts = caller.counts
        recordedFacts = facts
    }

    /// Whether what the rules rest on still holds.
    func isUnchanged(at look: Look) -> Bool {
        process?.isUnchanged(at: look) ?? true
    }
}
