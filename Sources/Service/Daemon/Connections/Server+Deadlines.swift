internal import EventLoop
internal import Kernel
internal import Metrics
internal import Time

extension Server {
    /// The present phase of a connection must be over by then, or before if the daemon stops before.
    func setDeadline(_ deadline: Instant, of connection: Connection) {
        connection.deadline = stopsBy.map { min($0, deadline) } ?? deadline
        scheduleSweep(by: connection.deadline)
    }

    /// Makes sure that somebody looks at the deadlines by then.
    ///
    /// Most are never met, so they are not timers: one timer looks at all of them when the first could be
    /// over.
    func scheduleSweep(by deadline: Instant) {
        guard deadline < nextSweep else { return }
        nextSweep = deadline
        armSweep()
    }

    private func armSweep() {
        sweepTimer?.arm(atBootNanoseconds: nextSweep.nanosecondsSinceBoot)
    }

    func sweep() {
        let now = clock.now().boot
        nextSweep = .distantFuture
        for connection in connections.all where connection.deadline <= now { expire(connection) }
        // Also those whose answer came just now have a deadline, another one.
        for connection in connections.all { nextSweep = min(nextSweep, connection.deadline) }
        if nextSweep != .distantFuture { armSweep() }
        resumeListening()
    }

    /// A request that waited gets its answer; whoever kept us waiting does not.
    private func expire(_ connection: Connection) {
        switch connection.phase {
        case .waiting:
            connection.keep().advance(to: .overdue)
            endWait(connection)
        case .resting: resume(connection)
        default:
            if connection.isTooSlow { handler.tally.note(.requestTimeout) }
            if connection.isBeyondShare, !connection.wasAnswered { refuseSilent(connection) }
            close(connection)
        }
    }

    /// A wait that ended by its time does nothing any more.
    func end(_ wait: Waiter) {
        if let connection = connection(in: wait) { endWait(connection) }
    }

    /// It is the request's turn now.
    func resume(_ wait: Waiter) {
        if let connection = connection(in: wait) { lookAtRequest(of: connection) }
    }

    /// What was waited for is not to be had any more: the request is looked at as if it came now, but for its count.
    func restart(_ wait: Waiter) {
        guard let connection = connection(in: wait) else { return }
        let unfinished = connection.keep()
        unfinished.ticket = nil
        unfinished.advance(to: .counted)
        lookAtRequest(of: connection)
    }

    /// `nil`: it is gone, or this wait of it is over.
    private func connection(in wait: Waiter) -> Connection? {
        guard let connection = connections[wait.connection], connection.isIn(wait) else { return nil }
        return connection
    }

    private func endWait(_ connection: Connection) {
        connection.keep().advance(to: .waited)
        lookAtRequest(of: connection)
    }

    /// The wait is over: the request gets its turn, or has it when the answer before it is taken.
    private func lookAtRequest(of connection: Connection) {
        guard connection.waitsBehindAnswer else { return resume(connection) }
        connection.keep().waitsBehindAnswer = false
    }

    /// No new clients; they wait in the queue of the socket for the next start.
    ///
    /// Those that are between requests are let go, the others finish, if they do before the service manager loses patience.
    func stop() {
        guard !isStopping else { return }
        stopsBy = clock.now().boot + min(limits.request, ServerLimits.lastAnswers)
        // Whoever else holds them, as systemd does, must not wake us for them.
        for listener in listeners { try? poller?.remove(listener.socket) }
        listeners.removeAll()
        for connection in connections.all { letGo(connection) }
        if connections.count == 0 { whenIdle() }
    }

    /// Serves what has arrived.
    ///
    /// Whoever was let in and has not asked yet gets a moment for it, and whoever has all answers one to close.
    private func letGo(_ connection: Connection) {
        var deadline = connection.deadline
        if connection.phase == .discarding || (connection.phase == .reading && !connection.wasAnswered) {
            deadline = min(deadline, clock.now().boot + ServerLimits.lastMoment)
        }
        setDeadline(deadline, of: connection)
        if connection.phase == .reading { read(connection) }
        serveReceived()
        if connection.phase == .watching { endWatch(connection) }
    }
}
