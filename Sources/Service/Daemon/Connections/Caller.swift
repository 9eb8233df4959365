internal import Access
internal import Kernel
internal import Time

/// Who is at the other end of a connection, and what the rules let him do.
///
/// It never changes, so that connections of the same user share one.
final class Caller {
    /// Nobody else has it, or had it before.
    let number: Int
    let peer: Peer
    let rules: PeerRules
    /// The rules that these were taken from; others apply after a reload.
    let policyNumber: Int
    /// `nil` where no rule for this user asks for it.
    let process: CallingProcess?
    /// What records tell of the process, once there was one.
    let recordedFacts: ProcessFacts?
    /// Where his requests are counted, from the first one on.
    var counts: UserCounts?

    init(
        _ peer: Peer, number: Int, by policy: Policy, policyNumber: Int, process: CallingProcess? = nil
    ) {
        self.number = number
        self.peer = peer
        self.process = process
        rules = policy.rules(for: peer)
        self.policyNumber = policyNumber
        recordedFacts = nil
    }

    /// The same caller, with what a record tells of his process.
    init(_ caller: Caller, recordedAs facts: ProcessFacts) {
        number = caller.number
        peer = caller.peer
        process = caller.process
        rules = caller.rules
        policyNumber = caller.policyNumber
        counts = caller.counts
        recordedFacts = facts
    }

    /// Whether what the rules rest on still holds.
    func isUnchanged(at now: Instant) -> Bool {
        process?.isUnchanged(at: now) ?? true
    }
}
