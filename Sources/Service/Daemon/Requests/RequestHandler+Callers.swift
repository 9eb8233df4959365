internal import API
internal import Access
internal import Kernel
internal import Time

// Who callers are, by the rules of the present configuration.
extension RequestHandler {
    /// `nil` when the kernel does not know whose the other end is.
    func arrival(
        at socket: borrowing Descriptor, behind listener: Listener, at now: Instant
    ) throws(SystemError) -> Arrival? {
        guard let peer = try peer(at: socket, behind: listener) else { return nil }
        return Arrival(
            door: listener.door, metadata: listener.metadata, time: now, listener: listener.id, peer: peer,
            isForsaken: listener.door.isForStrangers)
    }

    private func peer(
        at socket: borrowing Descriptor, behind listener: Listener
    ) throws(SystemError) -> PeerCredentials? {
        let user: UInt32?
        switch listener.door {
        case .api, .admin, .credentials:
            return namespace.known(try socket.peerCredentials())
        case .compat: user = try compat?.user(atOtherEndOf: socket)
        case .metadata: user = try listener.metadata?.user(atOtherEndOf: socket)
        }
        // Nobody's group: the highest number belongs to no one.
        return user.map { namespace.known(PeerCredentials(process: 0, user: $0, group: .max)) }
    }

    func caller(_ arrival: Arrival, at socket: borrowing Descriptor, _ look: Look) throws(SystemError)
        -> Caller
    {
        let groups =
            arrival.door.isForStrangers ? [] : try socket.peerGroups().map(namespace.known(group:))
        return try caller(
            Peer(uid: arrival.peer.user, gid: arrival.peer.group, groups: groups), arrival, at: socket, look)
    }

    /// After a reload, or when the process at the other end is no longer what it was, the rules are worked out anew.
    ///
    /// Throws when descriptors are lacking for that, and ends the connection: a caller must not lose its rules for that.
    func refresh(_ connection: Connection, at now: Instant) throws(Problem) {
        let caller = connection.caller
        let look = Look(time: now, number: lookNumber)
        let isUnchanged = caller.isUnchanged(at: look)
        guard caller.policyNumber != policyNumber || !isUnchanged else { return }
        if !isUnchanged { connection.isForsaken = true }
        let user = Peer(uid: caller.peer.uid, gid: caller.peer.gid, groups: caller.peer.groups)
        do throws(SystemError) {
            connection.caller = try self.caller(user, connection.arrival, at: connection.socket, look)
        } catch {
            connection.closesAfterAnswer = true
            throw .rateLimited(.descriptors, retryAfter: 1)
        }
    }

    /// Looks at no more than the rules ask for.
    private func caller(
        _ user: Peer, _ arrival: Arrival, at socket: borrowing Descriptor, _ look: Look
    ) throws(SystemError) -> Caller {
        let wanted = policy.facts(about: user).union(arrival.knownFacts)
        let isNamed = policy.names(user)
        guard !wanted.isEmpty || isNamed else { return sharedCaller(user) }
        // A label is that of one connection, and a name can become another's.
        let isShared = !isNamed && !wanted.contains(.label) && !arrival.isForsaken
        if isShared, let known = callers.caller(user, arrival, at: socket, knowing: wanted, look) {
            return known
        }
        var peer = user
        if isNamed { peer.userName = try name(of: user.uid) }
        let process = try arrival.process(at: socket, knowing: wanted)
        peer.facts = process?.facts ?? ProcessFacts()
        if wanted.contains(.label) { peer.facts.label = (try? socket.peerLabel()) ?? nil }
        let caller = newCaller(peer, process)
        if isShared, let process, process.isRecognizable { callers.insert(caller) }
        return caller
    }

    private func sharedCaller(_ user: Peer) -> Caller {
        if let known = callers.caller(user) { return known }
        let caller = newCaller(user)
        callers.insert(caller)
        return caller
    }

    private func newCaller(_ peer: Peer, _ process: CallingProcess? = nil) -> Caller {
        callerCount += 1
        let rules = policy.rules(for: peer)
        let metered = rules.isMetered ? rates.meter(rules, of: peer.uid, at: clock.now().boot) : nil
        return Caller(
            peer, number: callerCount, rules, metered, policyNumber: policyNumber, process: process)
    }

    /// `nil` for a user without a name, and where no directory answers.
    ///
    /// Throws when descriptors or memory are lacking to look it up.
    func name(of user: UInt32) throws(SystemError) -> String? {
        do throws(SystemError) {
            return try userNames.name(of: user, at: clock.now().boot) { user throws(SystemError) in
                try Account.numbered(user)?.name
            }
        } catch {
            guard !error.isLack else { throw error }
            return nil
        }
    }
}

extension UserNamespace {
    /// Whom this namespace does not know is nobody whom a rule can name.
    fileprivate func known(_ peer: PeerCredentials) -> PeerCredentials {
        PeerCredentials(
            process: peer.process, user: known(user: peer.user), group: known(group: peer.group))
    }
}
