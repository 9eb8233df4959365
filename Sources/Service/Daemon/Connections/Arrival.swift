internal import API
internal import Access
internal import Kernel
internal import Time

/// How a client came: by which door, when, and as whom the kernel knows it.
struct Arrival {
    let door: Door
    /// What it came in by, behind the door of metadata.
    let metadata: MetadataAccess?
    let time: Instant
    /// `nil` for one that was let in before.
    let place: QueuePlace?
    let peer: PeerCredentials
    /// No process can be looked at.
    let isForsaken: Bool

    /// What must be known of the process, whether a rule asks for it or not.
    var knownFacts: SmallSet<Fact> { door == .credentials ? [.unit] : [] }

    /// The process, for those who ask what only a look at it tells; one that cannot be looked at is none.
    func process(at socket: borrowing Descriptor, knowing facts: SmallSet<Fact>) -> CallingProcess? {
        guard !isForsaken, facts.intersects([.unit, .slice, .executable]) else { return nil }
        return try? CallingProcess(of: socket, by: self, knowing: facts)
    }
}
