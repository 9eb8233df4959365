internal import API
internal import Access
internal import Bytes
internal import EventLoop
internal import Kernel
internal import Metrics
internal import Time

extension Server {
    /// Lets in those who wait: all of them first, so that one look at a process is for all that it connected.
    func accept(from listener: Listener) {
        let now = clock.now().boot
        var newcomers = Newcomers()
        let obstacle = collect(&newcomers, from: listener)
        handler.lookNumber &+= 1
        let look = Look(time: now, number: handler.lookNumber)
        while let socket = newcomers.next() { admit(socket, by: listener, at: look) }
        if let obstacle {
            rest(listener, because: obstacle)
        } else if !hasRoom(behind: listener.door) {
            restUntilOneGoes()
        }
    }

    /// Says why nobody more is let in, if it is not because nobody waits, or many were let in, or there is no room.
    private func collect(_ newcomers: inout Newcomers, from listener: Listener) -> SystemError? {
        do throws(SystemError) {
            while !newcomers.areMany, hasRoom(for: newcomers.count + 1, behind: listener.door),
                let socket = try listener.socket.accept()
            {
                newcomers.append(socket)
            }
            return nil
        } catch {
            return error
        }
    }

    private func rest(_ listener: Listener, because obstacle: SystemError) {
        guard !obstacle.isLack else { return restForDescriptors() }
        if let times = failure.happened(at: clock.now().boot) {
            log.write(.unexpected("accepting a connection failed \(times) times: \(obstacle)"))
        }
        rest(listener)
        scheduleSweep(by: clock.now().boot + ServerLimits.pauseBetweenAttempts)
    }

    private func admit(_ socket: consuming Descriptor, by listener: Listener, at look: Look) {
        // Else the client was gone before we looked at it, or is nobody that we could know.
        guard let arrival = (try? handler.arrival(at: socket, behind: listener, at: look.time)) ?? nil else {
            return
        }
        let share = limits.connectionsPerUser + ServerLimits.reserve(behind: arrival.door)
        let present = connections.count(ofUser: arrival.peer.user)
        guard present < share + ServerLimits.monitors(behind: arrival.door) else {
            handler.tally.note(.maxConnectionsPerUser)
            return refuse(socket, at: arrival.door, for: .connections)
        }
        // The mode of the socket's file should have kept others out; this is the second lock on that door.
        guard !arrival.door.isForRoot || [0, ThisProcess.user].contains(arrival.peer.user) else { return }
        guard let caller = try? handler.caller(arrival, at: socket, look) else {
            handler.tally.note(.descriptors)
            return refuse(socket, at: arrival.door, for: .descriptors)
        }
        let isBeyondShare = present >= share
        let connection = Connection(
            socket, by: arrival, id: connections.reserve(), caller: caller,
            deadline: look.time + (isBeyondShare ? ServerLimits.lastMoment : limits.idle),
            isBeyondShare: isBeyondShare)
        connections.insert(connection)
        handler.tally.noteConnection(at: arrival.door)
        do throws(SystemError) {
            try poller?.add(connection.socket, for: .requests, token: connection.id.number)
            setDeadline(connection.deadline, of: connection)
        } catch {
            return fail(connection, error)
        }
        // Most have asked already.
        if arrival.door == .credentials { serveService(at: connection) } else { read(connection) }
    }

    /// systemd has said what it wants by its name, and sends nothing.
    private func serveService(at connection: Connection) {
        connection.inputEnded = true
        connection.keep().input = handler.profileWanted(by: connection)
        resume(connection)
    }

    /// One answer that says why, as far as the client's socket takes it, and the end.
    private func refuse(_ socket: borrowing Descriptor, at door: Door, for excess: Problem.Excess) {
        guard door != .credentials else { return }
        var answer = ByteBuffer(capacity: 512)
        answer.append(.rateLimited(excess, retryAfter: 1), at: door, keepAlive: false)
        _ = try? socket.send(answer.span)
    }

    /// It had its moment to ask.
    func refuseSilent(_ connection: Connection) {
        handler.tally.note(.maxConnectionsPerUser)
        refuse(connection.socket, at: connection.door, for: .connections)
    }

    private func hasRoom(for newcomers: Int = 1, behind door: Door) -> Bool {
        connections.count + newcomers <= limits.connections + ServerLimits.reserve(behind: door)
    }

    private func restUntilOneGoes() {
        handler.tally.note(.maxConnections)
        if let times = fullness.happened(at: clock.now().boot) {
            log.write(.connectionsFull(limit: limits.connections, times: times))
        }
        for listener in listeners where !hasRoom(behind: listener.door) { rest(listener) }
    }

    /// Whoever has them may not be one of our clients, so their end is not waited for.
    private func restForDescriptors() {
        handler.tally.note(.descriptors)
        handler.callers.forgetProcesses()
        let now = clock.now().boot
        if let times = lack.happened(at: now) { log.write(.descriptorsUsedUp(times: times)) }
        for listener in listeners { rest(listener) }
        scheduleSweep(by: now + ServerLimits.pauseBetweenAttempts)
    }

    func resumeListening() {
        guard !isStopping else { return }
        for listener in listeners where listener.isResting && hasRoom(behind: listener.door) {
            rest(listener, false)
        }
    }

    private func rest(_ listener: Listener, _ rests: Bool = true) {
        guard let poller else { return }
        try? listener.rest(rests, at: poller)
    }
}
