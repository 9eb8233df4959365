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
    /// What lets it in now; `nil` for one that was let in before.
    let listener: ConnectionID?
    let peer: PeerCredentials
    /// No process can be looked at.
    let isForsaken: Bool

    /// What must be known of the process, whether a rule asks for it or not.
    var knownFacts: SmallSet<Fact> { door == .credentials ? [.unit] : [] }

    /// The process, for those who ask what only a look at it tells; one that cannot be looked at is none.
    ///
    /// Throws when the look lacks descriptors or memory: another one may find what this one did not.
    func process(at socket: borrowing Descriptor, knowing facts: SmallSet<Fact>) throws(SystemError)
        -> CallingProcess?
    {
        guard !isForsaken, facts.intersects([.unit, .slice, .executable]) else { return nil }
        do throws(SystemError) {
            return try CallingProcess(of: socket, by: self, knowing: facts)
        } catch {
            guard !error.isLack else { throw error }
            return nil
        }
    }
}
