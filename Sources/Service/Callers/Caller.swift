package import Access
package import Kernel
package import Scoping
package import Time

/// The program at the other end of a connection, and what the rules grant it.
///
/// It never changes, so that connections of the same user share one.
package final class Caller {
    package let peer: Peer
    package let rules: PeerRules
    /// The same rules with what the user has used of their rates; `nil` where none has a rate.
    package let metered: MeteredRules?
    /// The policy that the rules were taken from; after a reload another one applies.
    let policyNumber: Int
    /// `nil` where no rule for this user asks for the process.
    package let process: CallingProcess?
    /// The kernel reports only the user and the control group: a client over TCP, also one that a proxy asks about.
    package let isOverTCP: Bool
    /// The facts of the first audit record; later records repeat them.
    private let recordedFacts: ProcessFacts?
    /// The sessions of its scoped tokens, one for each of a few profiles.
    private var sessions: [(profile: String, session: TokenSession)] = []
    /// The counts of its requests; `nil` before the first one.
    private var counts: UserCounts?

    package init(
        _ peer: Peer, _ rules: PeerRules, _ metered: MeteredRules? = nil, policyNumber: Int = 0,
        process: CallingProcess? = nil, isOverTCP: Bool = false, recordedFacts: ProcessFacts? = nil
    ) {
        self.peer = peer
        self.process = process
        self.rules = rules
        self.metered = metered
        self.policyNumber = policyNumber
        self.isOverTCP = isOverTCP
        self.recordedFacts = recordedFacts
    }

    package var isRecorded: Bool { recordedFacts != nil }

    /// The facts about the process for an audit record.
    package var factsOnRecord: ProcessFacts { recordedFacts ?? peer.facts }

    /// The same caller, with the facts of an audit record.
    package func recorded(as facts: ProcessFacts) -> Caller {
        let caller = Caller(
            peer, rules, metered, policyNumber: policyNumber, process: process, isOverTCP: isOverTCP,
            recordedFacts: facts)
        caller.counts = counts
        return caller
    }

    /// The counts of its requests, which `find` looks up before the first one.
    package func counts(_ find: (UInt32) -> UserCounts) -> UserCounts {
        if let counts { return counts }
        let found = find(peer.uid)
        counts = found
        return found
    }

    /// The session of its scoped token, which `make` compiles before the first request.
    package func session<Failure: Error>(
        for profile: String, make: () throws(Failure) -> TokenSession
    ) throws(Failure) -> TokenSession {
        for known in sessions where known.profile == profile { return known.session }
        let made = try make()
        sessions.append((profile, made))
        return made
    }

    /// Whether the facts that the rules were chosen by still hold.
    func isUnchanged(at inspection: InspectionTime) -> Bool {
        process?.isUnchanged(at: inspection) ?? true
    }
}

/// When a peer process was inspected.
///
/// An inspection is valid only for data read before it: a connection may be passed to another program afterwards.
package struct InspectionTime: Equatable {
    package let time: Instant
    let epoch: Int
}

/// The kernel's description of the other end of a connection.
package struct ConnectedPeer {
    package let credentials: PeerCredentials
    package let connectedAt: Instant
    /// Facts that are needed even if no rule asks for them.
    let requiredFacts: SmallSet<Fact>
    /// Over TCP the kernel reports only the user and the control group.
    let isOverTCP: Bool
    /// Set when the process ended or became another program: from then on no rule for a process applies.
    package var hasLostProcess = false

    package init(
        _ credentials: PeerCredentials, connectedAt: Instant, requiring facts: SmallSet<Fact> = [],
        isOverTCP: Bool = false
    ) {
        self.credentials = credentials
        self.connectedAt = connectedAt
        requiredFacts = facts
        self.isOverTCP = isOverTCP
    }

    private var canBeInspected: Bool { !isOverTCP && !hasLostProcess }

    /// Whether connections of the same process or user may share a caller.
    var isShareable: Bool { canBeInspected || isKnownByControlGroup }

    /// Whether everything known about the process follows from the control group of its socket, which never changes.
    var isKnownByControlGroup: Bool { isOverTCP && credentials.controlGroup != 0 }

    /// Inspects the process if one of these facts needs it; `nil` if it cannot be inspected.
    ///
    /// Throws when descriptors or memory are lacking, because a later inspection may succeed.
    package func process(at socket: borrowing Descriptor, knowing facts: SmallSet<Fact>) throws(SystemError)
        -> CallingProcess?
    {
        guard canBeInspected, facts.intersects([.unit, .slice, .executable]) else { return nil }
        return try attempting(CallingProcess(of: socket, connectedAt: connectedAt, knowing: facts))
    }
}
