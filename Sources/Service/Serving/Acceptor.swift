internal import Access
internal import Bytes
internal import Callers
internal import EventLoop
internal import HTTP
internal import Kernel
internal import Metrics
internal import Records
internal import Time
internal import Turns

/// Accepts clients at the listeners of a server, within its limits.
final class Acceptor {
    /// After so many clients it is cheaper to accept until no one waits.
    private static let fewClients = 4

    private unowned let server: Server
    private(set) var listeners: [Listener] = []
    private var connectionLimitNotice = Repetition()
    private var withoutRuleNotice = Repetition()
    private var descriptorLimitNotice = Repetition()
    private var acceptErrorNotice = Repetition()

    init(of server: Server) {
        self.server = server
    }

    func listen(
        on socket: consuming Descriptor, _ traits: ListenerTraits, identifying peers: PeerSource
    ) throws(SystemError) {
        let listener = Listener(
            socket, id: .ofNone(listeners.count), traits, identifying: peers)
        try server.poller?.add(listener.socket, for: .readable, token: listener.id.number)
        listeners.append(listener)
    }

    func stop() {
        // systemd holds the sockets too, and must not wake this process for them.
        for listener in listeners { try? server.poller?.remove(listener.socket) }
        listeners.removeAll()
    }

    /// Accepts all waiting clients before it serves one, so that connections of the same process share one inspection.
    func accept(at id: ConnectionID) {
        guard let listener = listener(id) else { return }
        // One counted reference for all steps: each use of an unowned one is a call of the runtime.
        let server = server
        let now = server.clock.now().boot
        var newcomers = AcceptedSockets()
        let obstacle = collect(&newcomers, from: listener)
        server.callers.endInspection()
        let inspection = server.callers.inspection(at: now)
        var begun = KernelClock.bootNanoseconds()
        while let socket = newcomers.next() {
            let user = admit(socket, at: listener, of: server, inspection)
            let end = KernelClock.bootNanoseconds()
            if let user { server.queue.value.charge(end - begun, to: user) }
            begun = end
        }
        if let obstacle { pause(listener, because: obstacle) }
    }

    /// `nil`: the id is that of a connection.
    private func listener(_ id: ConnectionID) -> Listener? {
        let place = Int(id.serial)
        guard id == .ofNone(place), place < listeners.count else { return nil }
        return listeners[place]
    }

    /// Returns the error that ended accepting, if one did.
    private func collect(_ newcomers: inout AcceptedSockets, from listener: Listener) -> SystemError? {
        do throws(SystemError) {
            while !newcomers.isFull, mayAccept(after: newcomers.count, at: listener),
                let socket = try listener.socket.accept()
            {
                newcomers.append(socket)
            }
            return nil
        } catch {
            return error
        }
    }

    /// The poller reported the first client.
    ///
    /// To accept when no other one waits costs the kernel as much as to accept one, because it makes the socket first, and nine
    /// times as much as to ask.
    private func mayAccept(after count: Int, at listener: Listener) -> Bool {
        count == 0 || count > Acceptor.fewClients || listener.socket.hasInput()
    }

    /// Returns the user of the connection; `nil`: the client is gone, or the kernel does not know its user.
    private func admit(
        _ socket: consuming Descriptor, at listener: Listener, of server: Server, _ inspection: InspectionTime
    ) -> FairQueue.User? {
        let found = try? server.callers.peer(
            at: socket, by: listener.peers, requiring: listener.traits.requiredFacts,
            connectedAt: inspection.time)
        guard let peer = found ?? nil else { return nil }
        admit(socket, of: peer, at: listener, of: server, inspection)
        return listener.traits.queueUser(for: peer.credentials.user)
    }

    private func admit(
        _ socket: consuming Descriptor, of peer: ConnectedPeer, at listener: Listener, of server: Server,
        _ inspection: InspectionTime
    ) {
        let user = peer.credentials.user
        let isForProxy = listener.traits.isForProxy
        let share = isForProxy ? Int.max / 2 : server.limits.connectionsPerUser + listener.traits.reserve
        let present = server.connections.count(ofUser: user)
        guard present < share + listener.traits.monitorPlaces else {
            server.observer?.reached(.maxConnectionsPerUser)
            return refuse(socket, at: listener, .connectionsOfUser(user))
        }
        // The mode of the socket file should have kept other users out; this is a second check.
        guard !listener.traits.isForRoot || [0, ThisProcess.user].contains(user) else { return }
        guard let caller = try? server.callers.caller(peer, at: socket, inspection) else {
            server.observer?.reached(.descriptors)
            return refuse(socket, at: listener, .descriptors)
        }
        let standing =
            isForProxy ? .regular : standing(of: caller, isBeyondShare: present >= share)
        guard makeRoom(for: user, with: standing, at: listener) else {
            let isWithoutRule = standing == .withoutRule
            return refuse(socket, at: listener, isWithoutRule ? .connectionsWithoutRule : .connections)
        }
        let connection = Connection(
            socket, by: peer, at: listener, id: server.connections.reserve(), caller: caller,
            deadline: inspection.time + server.limits.idle(with: standing), standing: standing)
        begin(connection, of: server)
    }

    private func standing(of caller: Caller, isBeyondShare: Bool) -> Connection.Standing {
        if server.limits.connectionsWithoutRule != nil, caller.rules.rules.isEmpty { return .withoutRule }
        return isBeyondShare ? .beyondShare : .regular
    }

    private func begin(_ connection: Connection, of server: Server) {
        server.connections.insert(connection)
        server.queue.value.add(
            connection.id.place, of: connection.listener.traits.queueUser(for: connection.user))
        server.observer?.connected(connection)
        server.setDeadline(connection.deadline, of: connection)
        if connection.listener.traits.asksByName {
            let request = server.responder.requestByName(by: connection.caller, of: connection)
            server.queue(request: request, of: connection)
        } else {
            // Most clients have already sent a request, and the poller need not know those that leave with the answer.
            server.queue(connection)
        }
    }

    /// Writes one answer with the reason, if the socket of the client has room.
    private func refuse(
        _ socket: borrowing Descriptor, at listener: Listener, _ refusal: ServerRefusal,
        for caller: Caller? = nil
    ) {
        guard !listener.traits.asksByName else { return }
        var answer = ByteBuffer(capacity: 512)
        server.responder.refuse(refusal, at: listener, for: caller, into: &answer)
        _ = try? socket.send(answer.span)
    }

    /// Refuses a connection beyond the user's share that has sent no request in time.
    func refuse(_ connection: Connection) {
        server.observer?.reached(.maxConnectionsPerUser)
        refuse(connection.socket, at: connection.listener, .connectionsOfUser(connection.user))
    }
}

// Places.
extension Acceptor {
    /// Closes another connection if all places are taken; `false`: none may be closed for this user.
    private func makeRoom(
        for user: UInt32, with standing: Connection.Standing, at listener: Listener
    ) -> Bool {
        if standing == .withoutRule, let limit = server.limits.connectionsWithoutRule,
            server.connections.countWithoutRule >= limit
        {
            noteFullWithoutRule(limit)
        } else if server.connections.count >= server.limits.connections + listener.traits.reserve {
            noteFull()
        } else {
            return true
        }
        let other = server.connections.displaceable(for: user, with: standing, silence: silence)
        guard let other else { return false }
        server.handle(.failed, of: other)
        return true
    }

    /// Since when it is the client's turn to act; `nil`: the connection is in use.
    private func silence(of connection: Connection) -> Instant? {
        guard connection.awaitsClient, !server.queue.value.hasWork(connection.id.place) else { return nil }
        let isIdle = connection.phase == .reading && !connection.holdsInput
        let allowed = isIdle ? server.limits.idle(with: connection.standing) : server.limits.request
        return connection.deadline.advanced(byNanoseconds: -allowed.nanoseconds)
    }

    private func noteFull() {
        server.observer?.reached(.maxConnections)
        if let times = connectionLimitNotice.happened(at: server.clock.now().boot) {
            server.log.write(
                .connectionsFull(
                    limit: server.limits.connections, busiest: server.connections.busiestUser, times: times))
        }
    }

    private func noteFullWithoutRule(_ limit: Int) {
        server.observer?.reached(.connectionsWithoutRule)
        if let times = withoutRuleNotice.happened(at: server.clock.now().boot) {
            server.log.write(.connectionsWithoutRuleFull(limit: limit, times: times))
        }
    }
}

// Pauses.
extension Acceptor {
    private func pause(_ listener: Listener, because obstacle: SystemError) {
        guard !obstacle.isResourceShortage else { return pauseForDescriptors() }
        let now = server.clock.now().boot
        if let times = acceptErrorNotice.happened(at: now) {
            server.log.write(.unexpected("accepting a connection failed \(times) times: \(obstacle)"))
        }
        pause(listener)
        server.scheduleSweep(by: now + ServerLimits.pauseBetweenAttempts)
    }

    /// Retries after a time and not at the end of a connection, because other programs may hold the descriptors.
    private func pauseForDescriptors() {
        server.observer?.reached(.descriptors)
        server.callers.releaseDescriptors()
        let now = server.clock.now().boot
        if let times = descriptorLimitNotice.happened(at: now) {
            server.log.write(
                .descriptorsUsedUp(
                    limit: ThisProcess.descriptorLimit, connections: server.connections.count,
                    busiest: server.connections.busiestUser, times: times))
        }
        for listener in listeners { pause(listener) }
        server.scheduleSweep(by: now + ServerLimits.pauseBetweenAttempts)
    }

    func resume() {
        for listener in listeners where listener.isPaused {
            pause(listener, false)
        }
    }

    private func pause(_ listener: Listener, _ pauses: Bool = true) {
        if let poller = server.poller { try? listener.pause(pauses, at: poller) }
    }
}

/// Sockets that were accepted together, before any of them is served.
private struct AcceptedSockets: ~Copyable {
    /// Further clients wait until the others are served.
    private var sockets = InlineArray<64, Descriptor?> { _ in nil }
    private(set) var count = 0
    private var taken = 0

    var isFull: Bool { count == sockets.count }

    mutating func append(_ socket: consuming Descriptor) {
        sockets[count] = consume socket
        count += 1
    }

    mutating func next() -> Descriptor? {
        guard taken < count else { return nil }
        taken += 1
        return sockets[taken - 1].take()
    }
}
