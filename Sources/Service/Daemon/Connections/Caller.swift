internal import API
internal import Access
internal import Kernel
internal import Time

/// Who is at the other end of a connection, and what the rules let him do.
final class Caller {
    let peer: Peer
    let rules: PeerRules
    /// Who has the admin socket may see all profiles.
    let isAdmin: Bool
    /// The rules that these were taken from; others apply after a reload.
    let policyNumber: Int
    let connectedAt: Instant
    /// Who has this number now may be another process.
    let processNumber: Int32
    /// `nil` where no rule for this user asks for it.
    private let process: CallingProcess?
    /// The process ended, or became another program: from then on no rule for a process is for this connection.
    private let isForsaken: Bool
    private let known: SmallSet<Fact>
    /// What records tell of the process, from the first one on.
    private(set) var recordedFacts: ProcessFacts?

    convenience init(
        at socket: borrowing Descriptor, by policy: Policy, numbered number: Int, behind door: Door,
        at now: Instant
    ) throws(SystemError) {
        let credentials = try socket.peerCredentials()
        let peer = Peer(uid: credentials.user, gid: credentials.group, groups: try socket.peerGroups())
        var connection = Connection(credentials.process, door == .admin, now)
        if door == .credentials { connection.known = [.unit] }
        self.init(peer, at: socket, by: policy, numbered: number, connection: connection)
    }

    /// Who is known by the number of his user alone, at the other end of a TCP connection.
    convenience init(
        user: UInt32, at socket: borrowing Descriptor, by policy: Policy, numbered number: Int,
        at now: Instant
    ) {
        var connection = Connection(0, false, now)
        connection.isForsaken = true
        // Nobody's group: the highest number belongs to no one.
        self.init(
            Peer(uid: user, gid: .max), at: socket, by: policy, numbered: number, connection: connection)
    }

    /// What stays as it is for the life of a connection, but for `isForsaken`, which is never taken back.
    struct Connection {
        var number: Int32
        var isAdmin: Bool
        var connectedAt: Instant
        var isForsaken = false
        /// What must be known of the process, whether a rule asks for it or not.
        var known: SmallSet<Fact> = []

        init(_ number: Int32, _ isAdmin: Bool, _ connectedAt: Instant) {
            self.number = number
            self.isAdmin = isAdmin
            self.connectedAt = connectedAt
        }
    }

    init(
        _ user: Peer, at socket: borrowing Descriptor, by policy: Policy, numbered number: Int,
        connection: Connection
    ) {
        var peer = user
        if policy.namesUsers { peer.userName = (try? Account.numbered(peer.uid))?.name }
        var wanted = policy.facts(about: peer)
        wanted.formUnion(connection.known)
        known = connection.known
        process =
            connection.isForsaken ? nil : CallingProcess.find(at: socket, wanted, connection.connectedAt)
        peer.facts = process?.facts ?? ProcessFacts()
        if wanted.contains(.label) { peer.facts.label = (try? socket.peerLabel()) ?? nil }
        self.peer = peer
        rules = policy.rules(for: peer)
        policyNumber = number
        isAdmin = connection.isAdmin
        processNumber = connection.number
        connectedAt = connection.connectedAt
        isForsaken = connection.isForsaken
    }
}

extension Caller {
    /// Whether what the rules rest on still holds.
    func isUnchanged(at now: Instant) -> Bool {
        process?.isUnchanged(at: now) ?? true
    }

    /// The same caller by other rules, or without the process that he was.
    func renewed(at socket: borrowing Descriptor, by policy: Policy, numbered number: Int, at now: Instant)
        -> Caller
    {
        var connection = Connection(processNumber, isAdmin, connectedAt)
        connection.isForsaken = isForsaken || !isUnchanged(at: now)
        connection.known = known
        return Caller(peer, at: socket, by: policy, numbered: number, connection: connection)
    }

    /// All that can be told of the caller, whether a rule asks for it or not.
    func identity(at socket: borrowing Descriptor) -> IdentityReport {
        var report = IdentityReport(peer, rules: rules)
        report.peer.facts.label = (try? socket.peerLabel()) ?? nil
        guard !isForsaken,
            let seen = try? CallingProcess(
                of: socket, knowing: [.unit, .slice, .executable], connectedAt: connectedAt)
        else { return report }
        report.peer.facts.unit = seen.facts.unit
        report.peer.facts.slice = seen.facts.slice
        report.peer.facts.executable = seen.facts.executable
        report.pid = Int(seen.process.number)
        report.invocation = seen.facts.unit.flatMap {
            try? File.target(ofLink: "/run/systemd/units/invocation:\($0)")
        }
        report.certainty = seen.process.certainty == .handle ? .pidfd : .startTime
        return report
    }

    /// Looks at the process for a record, whether a rule asks for it or not.
    func identify(at socket: borrowing Descriptor) {
        guard recordedFacts == nil else { return }
        let seen =
            isForsaken
            ? nil
            : try? CallingProcess(of: socket, knowing: [.unit, .executable], connectedAt: connectedAt)
        recordedFacts = seen?.facts ?? peer.facts
    }

    func maySee(_ profile: Profile) -> Bool {
        isAdmin || rules.mayUse(profile: profile.name.utf8Span.span)
    }
}

extension CallingProcess {
    /// A process that cannot be looked at is none that a rule could be for.
    fileprivate static func find(
        at socket: borrowing Descriptor, _ wanted: SmallSet<Fact>, _ time: Instant
    ) -> CallingProcess? {
        guard wanted.intersects([.unit, .slice, .executable]) else { return nil }
        return try? CallingProcess(of: socket, knowing: wanted, connectedAt: time)
    }
}
