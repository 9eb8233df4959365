package import Access
package import Kernel
package import Time

/// Finds out who callers are, and chooses their rules by the present policy.
package final class CallerDirectory {
    package var policy: Policy {
        didSet {
            policyNumber += 1
            table.removeAll()
            userNames.removeAll()
            places.removeAll()
        }
    }
    private(set) var policyNumber = 0
    /// An inspection from an earlier epoch is stale.
    private(set) var inspectionEpoch = 0
    private var table = CallerTable()
    private var userNames = UserNames()
    private var places = CallerPlaces()
    private var rates = RateTable<RatedRule>()
    /// Read at the start: later there may be no descriptor left to ask the kernel with.
    private let namespace = UserNamespace.own

    package init(policy: Policy) {
        self.policy = policy
    }

    /// Called once until a reload for each reason for which the units of callers over TCP are unknown.
    package func reportObstacles(to report: @escaping (PlaceObstacle) -> Void) {
        places.report = report
    }

    package func inspection(at now: Instant) -> InspectionTime {
        InspectionTime(time: now, epoch: inspectionEpoch)
    }

    /// Called on every read and accept: an inspection says nothing about later input.
    package func endInspection() { inspectionEpoch &+= 1 }

    /// Frees the descriptors of known processes.
    package func releaseDescriptors() {
        table.removeProcesses()
    }

    /// `nil` when the kernel does not know which user made the other end.
    package func peer(
        at socket: borrowing Descriptor, by source: PeerSource, requiring facts: SmallSet<Fact>,
        connectedAt now: Instant
    ) throws(SystemError) -> ConnectedPeer? {
        guard let credentials = try source.credentials(at: socket) else { return nil }
        return ConnectedPeer(
            namespace.known(credentials), connectedAt: now, requiring: facts, isOverTCP: source.isTCP)
    }

    package func caller(
        _ peer: ConnectedPeer, at socket: borrowing Descriptor, _ inspection: InspectionTime
    ) throws(SystemError) -> Caller {
        let groups = peer.isOverTCP ? [] : try socket.peerGroups().map(namespace.known(group:))
        let user = Peer(
            uid: peer.credentials.user, gid: peer.credentials.group, groups: groups,
            controlGroup: peer.credentials.controlGroup)
        return try caller(user, peer, at: socket, inspection)
    }

    /// The caller on whose behalf a proxy asks over another connection.
    package func caller(
        _ owner: SocketOwner, by connection: borrowing Descriptor, at now: Instant
    ) throws(SystemError) -> Caller {
        let credentials = PeerCredentials(
            process: 0, user: owner.user, group: .max, controlGroup: owner.controlGroup)
        let peer = ConnectedPeer(namespace.known(credentials), connectedAt: now, isOverTCP: true)
        return try caller(peer, at: connection, inspection(at: now))
    }

    /// Whether the rules of a caller still apply: no reload has changed them, and its process is unchanged.
    package func isCurrent(_ caller: Caller, at now: Instant) -> Bool {
        caller.policyNumber == policyNumber && caller.isUnchanged(at: inspection(at: now))
    }

    /// The caller of a connection whose rules no longer apply.
    ///
    /// Throws when descriptors are lacking, because a caller must not lose its rules for that reason.
    package func updated(
        _ caller: Caller, _ peer: inout ConnectedPeer, at socket: borrowing Descriptor, _ now: Instant
    ) throws(SystemError) -> Caller {
        let inspection = inspection(at: now)
        if !caller.isUnchanged(at: inspection) { peer.hasLostProcess = true }
        let user = Peer(
            uid: caller.peer.uid, gid: caller.peer.gid, groups: caller.peer.groups,
            controlGroup: caller.peer.controlGroup)
        return try self.caller(user, peer, at: socket, inspection)
    }

    /// `nil` for a user without a name, and when no directory answers.
    ///
    /// Throws when descriptors or memory are lacking for the lookup.
    package func name(of user: UInt32, at now: Instant) throws(SystemError) -> String? {
        let name = try attempting(
            userNames.name(of: user, at: now) { user throws(SystemError) in
                try Account.numbered(user)?.name
            })
        return name ?? nil
    }

    /// Inspects no more than the rules ask for.
    private func caller(
        _ user: Peer, _ peer: ConnectedPeer, at socket: borrowing Descriptor, _ inspection: InspectionTime
    ) throws(SystemError) -> Caller {
        if peer.requiredFacts.isEmpty, let known = table.caller(user) { return known }
        var wanted = policy.facts(about: user).union(peer.requiredFacts)
        // The label of a TCP connection, or of that of a proxy, is not the program's.
        if peer.isOverTCP { wanted.remove(.label) }
        let isNamed = policy.names(user)
        guard !wanted.isEmpty || isNamed else {
            let caller = newCaller(user, nil, peer, at: inspection.time)
            table.insert(caller)
            return caller
        }
        // A label belongs to one connection, and a name can become another user's.
        let isShared = !isNamed && !wanted.contains(.label) && peer.isShareable
        if isShared, let known = table.caller(user, peer, at: socket, knowing: wanted, inspection) {
            return known
        }
        var named = user
        if isNamed { named.userName = try name(of: user.uid, at: inspection.time) }
        let process = try peer.process(at: socket, knowing: wanted)
        let place = try place(of: peer, wanted, at: inspection.time)
        named.facts = if let process { process.facts } else { place.facts }
        if wanted.contains(.label) { named.facts.label = (try? socket.peerLabel()) ?? nil }
        let caller = newCaller(named, process, peer, at: inspection.time)
        if isShared, process?.isRecognizable ?? (peer.isKnownByControlGroup && place.isFinal) {
            table.insert(caller)
        }
        return caller
    }

    /// Unit and slice of the control group that made a TCP socket; not final where they will be known later.
    private func place(
        of peer: ConnectedPeer, _ wanted: SmallSet<Fact>, at now: Instant
    ) throws(SystemError) -> (facts: ProcessFacts, isFinal: Bool) {
        guard peer.isOverTCP, wanted.intersects([.unit, .slice]) else { return (ProcessFacts(), true) }
        let (user, group) = (peer.credentials.user, peer.credentials.controlGroup)
        guard let place = try places.place(of: group, for: user, at: now) else {
            return (ProcessFacts(), false)
        }
        return (ProcessFacts(place), true)
    }

    /// Unit and slice of a caller over TCP; `nil` for another caller, and where they are not known.
    package func place(of caller: Caller, at now: Instant) -> ProcessFacts? {
        guard caller.isOverTCP else { return nil }
        let place = try? places.place(of: caller.peer.controlGroup, for: caller.peer.uid, at: now)
        return place.flatMap { $0 }.map(ProcessFacts.init)
    }

    private func newCaller(
        _ user: Peer, _ process: CallingProcess?, _ peer: ConnectedPeer, at now: Instant
    ) -> Caller {
        let rules = policy.rules(for: user)
        let metered = rules.isMetered ? rates.meter(rules, of: user.uid, at: now) : nil
        return Caller(
            user, rules, metered, policyNumber: policyNumber, process: process, isOverTCP: peer.isOverTCP)
    }
}

extension ProcessFacts {
    init(_ place: CgroupPath) {
        self.init()
        unit = place.unit
        slice = place.slice
    }
}

extension UserNamespace {
    /// A user or group that this namespace does not know gets the number that no rule can name.
    fileprivate func known(_ peer: PeerCredentials) -> PeerCredentials {
        PeerCredentials(
            process: peer.process, user: known(user: peer.user), group: known(group: peer.group),
            controlGroup: peer.controlGroup)
    }
}
