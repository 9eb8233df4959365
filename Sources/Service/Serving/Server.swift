internal import Bytes
package import Callers
package import EventLoop
internal import HTTP
package import Kernel
internal import Metrics
package import Records
internal import Time
package import Turns

/// Owns the connections of a process: accepts them, reads requests, sends the responder's answers.
///
/// `ConnectionState` decides what follows from each event; the server performs it.
package final class Server {
    package let limits: ServerLimits
    let clock: Clock
    let log: Log
    let responder: any Responder
    let observer: (any ServerObserver)?
    let callers: CallerDirectory
    package let connections = ConnectionTable()
    private(set) var poller: Poller?
    /// The connections with work, in the order of their turns.
    let queue = Cell(FairQueue())
    let received = IOGroup()
    package let answers = IOGroup()
    /// The number of requests that were answered in this turn.
    var answered = 0
    /// The start of the present turn; `nil` while no connection is served.
    private var turnTime: Moment?
    /// Nothing more is begun in this turn.
    private(set) var turnIsOver = false
    private var acceptor: Acceptor?
    private var deadlines: DeadlineTimer?
    /// The next sweep returns the freed memory of requests and answers to the kernel.
    private var hasFreedMemory = false
    /// The connections with a stream.
    var streaming: [ConnectionID: Connection] = [:]
    /// The time by which the last connection must be closed; `nil`: the server runs.
    private(set) var stopsBy: Instant?
    package var isStopping: Bool { stopsBy != nil }
    /// Called after `stop`, when the last connection is closed.
    package var finish: () -> Void = {}

    package init(
        _ limits: ServerLimits, responder: any Responder, observer: (any ServerObserver)? = nil,
        callers: CallerDirectory, on loop: EventLoop, clock: Clock, log: Log
    ) throws(SystemError) {
        self.limits = limits
        self.responder = responder
        self.observer = observer
        self.callers = callers
        self.clock = clock
        self.log = log
        poller = try Poller(on: loop) { [unowned self] ready in runIteration(with: ready) }
        acceptor = Acceptor(of: self)
        deadlines = try DeadlineTimer(on: loop) { [unowned self] in sweep() }
    }

    package var listeners: [Listener] { acceptor?.listeners ?? [] }

    package func listen(
        on socket: consuming Descriptor, _ traits: ListenerTraits, identifying peers: PeerSource
    ) throws(SystemError) {
        try acceptor?.listen(on: socket, traits, identifying: peers)
    }
}

// The loop.
extension Server {
    /// Queues the ready connections and serves some; returns whether others are left.
    private func runIteration(with ready: borrowing Poller.Ready) -> Bool {
        let found = clock.now()
        turnTime = found
        let othersAreReady = queueConnections(of: ready)
        // After some turns it is time to look for other ready connections.
        let end = found.boot.advanced(byNanoseconds: FairQueue.quantum)
        runTurns(until: end)
        if othersAreReady {
            // Only now, because clients that left no longer count.
            accept(ready)
            runTurns(until: end)
        }
        turnTime = nil
        return !queue.value.isEmpty
    }

    /// The time that is the same for all of a turn.
    var now: Moment { turnTime ?? clock.now() }

    /// Returns whether anything else is ready: a listener, or a connection that has been closed since.
    private func queueConnections(of ready: borrowing Poller.Ready) -> Bool {
        var othersAreReady = false
        for index in 0..<ready.count {
            if let connection = connections[ConnectionID(number: ready.token(index))] {
                queue(connection, ready.readiness(index))
            } else {
                othersAreReady = true
            }
        }
        return othersAreReady
    }

    private func accept(_ ready: borrowing Poller.Ready) {
        for index in 0..<ready.count { acceptor?.accept(at: ConnectionID(number: ready.token(index))) }
    }

    private func runTurns(until end: Instant) {
        let group = ServerLimits.group(of: queue.value.count)
        while now.boot < end, runTurn(of: group) {}
    }

    func queue(_ connection: Connection, _ readiness: Readiness) {
        connection.note(readiness)
        queue(connection)
    }

    /// The connection has work, and waits for a turn of its user.
    func queue(_ connection: Connection) {
        // Sending its answers may have closed it.
        if case .closed = connection.phase { return }
        if turnTime == nil { poller?.isBusy = true }
        queue.value.queue(connection.id.place, at: now.boot.nanosecondsSinceBoot)
    }

    /// Serves a group of connections of the next user: reads, then answers, then sends.
    ///
    /// `false`: no one has work.
    private func runTurn(of group: Int) -> Bool {
        guard let turn = queue.value.nextTurn() else { return false }
        turnIsOver = false
        let since = continueConnections(of: group, in: turn)
        answerReceived()
        observer?.beforeAnswers()
        sendAnswers()
        observer?.afterAnswers()
        end(turn, with: since)
        return true
    }

    /// Returns the time at which the first of them got work.
    private func continueConnections(of group: Int, in turn: FairQueue.Turn) -> Int64? {
        var since: Int64?
        for _ in 0..<group {
            guard !turnIsOver, let work = queue.value.take(in: turn) else { break }
            since = since ?? work.since
            continueConnection(at: work.connection)
        }
        return since
    }

    private func end(_ turn: FairQueue.Turn, with since: Int64?) {
        let begun = now.boot.nanosecondsSinceBoot
        turnTime = clock.now()
        let end = now.boot.nanosecondsSinceBoot
        queue.value.charge(end - begun, to: turn)
        observer?.spent(end - begun, on: turn.user)
        guard answered > 0, let since else { return }
        observer?.answered(answered, inNanoseconds: end - since)
        answered = 0
    }

    /// Ends the turn if it takes too long.
    func noteTime() {
        let used = KernelClock.bootNanoseconds() - now.boot.nanosecondsSinceBoot
        if used > limits.longestTurn { turnIsOver = true }
    }

    private func continueConnection(at place: Int) {
        guard let connection = connections[place: place] else { return }
        let readiness = connection.takeReadiness()
        switch connection.phase {
        case .reading where connection.hasRequests:
            // Perhaps among them are earlier answers to this client.
            sendAnswers()
            answerKeptInput(of: connection)
            // The kernel does not report this again.
            if !readiness.isEmpty, connection.phase == .reading { queue(connection, readiness) }
        case .reading: read(connection, readiness)
        case .sending: flush(connection)
        case .streaming: proceed(with: connection, readiness)
        case .draining: drain(connection, readiness)
        // The server waits for no readiness here, so this is an error or the end.
        case .waiting where !readiness.isEmpty: handle(.failed, of: connection)
        case .waiting, .closed: break
        }
    }

    /// Decides what follows from an event, and performs it.
    func handle(_ event: ConnectionState.Event, of connection: Connection) {
        let actions = connection.handle(event)
        if let interest = actions.interest { setInterest(interest, of: connection) }
        if let deadline = actions.deadline { setDeadline(deadline, of: connection) }
        switch actions.step {
        case .nothing: break
        case .serve: queueRequests(of: connection)
        case .endWait: endWait(of: connection, progress: .overdue)
        case .continueStream: continueStream(of: connection)
        case .endStream: endStream(of: connection)
        case .finishSending: finishSending(to: connection)
        case .close: close(connection)
        }
    }

    /// Removes the connection; releasing the last reference closes the descriptor, which removes it from the poller.
    private func close(_ connection: Connection) {
        connection.work?.abandon()
        if connections[connection.id] != nil { queue.value.remove(connection.id.place) }
        connections.remove(connection)
        if connection.stream != nil { streaming[connection.id] = nil }
        if connection.holdsInput || connection.holdsOutput { returnMemory() }
        connection.forgetPendingRequest()
        acceptor?.resume()
        if isStopping, connections.count == 0 { finish() }
    }

    func fail(_ connection: Connection, _ error: SystemError) {
        log.write(.unexpected("a connection was closed: \(error)"))
        handle(.failed, of: connection)
    }

    private func setInterest(_ interest: ConnectionState.Interest, of connection: Connection) {
        switch interest {
        case .none: setInterest(Interest(), of: connection)
        case .input: setInterest(.requests, of: connection)
        case .output: setInterest(.writable, of: connection)
        }
    }

    func setInterest(_ interest: Interest, of connection: Connection) {
        do throws(SystemError) {
            if connection.isPolled {
                try poller?.modify(connection.socket, for: interest, token: connection.id.number)
            } else {
                try poller?.add(connection.socket, for: interest, token: connection.id.number)
                connection.isPolled = true
            }
        } catch {
            fail(connection, error)
        }
    }
}

// Deadlines and waits.
extension Server {
    func setDeadline(_ deadline: ConnectionState.Deadline, of connection: Connection) {
        setDeadline(time(of: deadline, for: connection), of: connection)
    }

    private func time(of deadline: ConnectionState.Deadline, for connection: Connection) -> Instant {
        let now = now.boot
        switch deadline {
        case .idle: return now + limits.idle(with: connection.standing)
        case .request: return now + limits.request
        case .lastMoment: return min(connection.deadline, now + ServerLimits.lastMoment)
        case .wait:
            let pending = connection.pendingRequest()
            let end = (pending.waitsSince ?? now) + limits.request
            return pending.waitEnd.map { min($0, end) } ?? end
        }
    }

    /// Limits the deadline by the stop of the server.
    func setDeadline(_ deadline: Instant, of connection: Connection) {
        let deadline = stopsBy.map { min($0, deadline) } ?? deadline
        connection.deadline = deadline
        deadlines?.schedule(by: deadline)
    }

    func scheduleSweep(by deadline: Instant) {
        deadlines?.schedule(by: deadline)
    }

    /// Called after large requests and answers; their memory goes back a moment later, since more may follow.
    func returnMemory() {
        guard !hasFreedMemory else { return }
        hasFreedMemory = true
        scheduleSweep(by: now.boot + ServerLimits.pauseBeforeReturningMemory)
    }

    package func sweep() {
        let now = clock.now().boot
        deadlines?.reset()
        if hasFreedMemory {
            answers.buffer.forget()
            ThisProcess.returnFreedMemory()
            hasFreedMemory = false
        }
        for connection in connections.all where connection.deadline <= now { expire(connection) }
        // Connections that were answered now have a new deadline, so all are included.
        for connection in connections.all { deadlines?.include(connection.deadline) }
        deadlines?.arm()
        acceptor?.resume()
    }

    private func expire(_ connection: Connection) {
        if connection.isTooSlow { observer?.reached(.requestTimeout) }
        if connection.phase == .reading, connection.standing == .beyondShare, !connection.state.wasAnswered {
            acceptor?.refuse(connection)
        }
        handle(.deadline, of: connection)
    }

    /// Ends a wait: the request gets its answer now.
    ///
    /// A wait that ended already is ignored.
    package func end(_ wait: WaitID) {
        if let connection = connection(in: wait) { endWait(of: connection, progress: .waited) }
    }

    /// Ends a wait without a result: the request is handled again, but not counted again.
    package func restart(_ wait: WaitID) {
        guard let connection = connection(in: wait) else { return }
        let pending = connection.pendingRequest()
        pending.work = nil
        pending.advance(to: .counted)
        handle(.waitEnded, of: connection)
    }

    /// `nil` when the connection is closed, or this wait is over.
    private func connection(in wait: WaitID) -> Connection? {
        guard let connection = connections[wait.connection], connection.isIn(wait) else { return nil }
        return connection
    }

    private func endWait(of connection: Connection, progress: RequestProgress) {
        connection.pendingRequest().advance(to: .waited)
        connection.pendingRequest().advance(to: progress)
        handle(.waitEnded, of: connection)
    }

    /// Accepts no more clients; they stay in the queue of the socket for the next start.
    ///
    /// Idle connections are closed; the others get a limited time to finish.
    package func stop() {
        guard !isStopping else { return }
        stopsBy = clock.now().boot + min(limits.request, ServerLimits.lastAnswers)
        acceptor?.stop()
        for connection in connections.all { letGo(connection) }
        if connections.count == 0 { finish() }
    }

    private func letGo(_ connection: Connection) {
        setDeadline(connection.deadline, of: connection)
        let actions = connection.handle(.stop)
        if let deadline = actions.deadline { setDeadline(deadline, of: connection) }
        switch actions.step {
        case .serve: queue(connection)
        case .endStream: endStream(of: connection)
        default: break
        }
    }
}

/// One timer for all deadlines, because most never expire.
final class DeadlineTimer {
    private var timer: Timer?
    private var next = Instant.distantFuture

    init(on loop: EventLoop, sweep: @escaping () -> Void) throws(SystemError) {
        timer = try Timer(on: loop, accuracy: .milliseconds(100), handler: sweep)
    }

    func schedule(by deadline: Instant) {
        guard deadline < next else { return }
        next = deadline
        arm()
    }

    func reset() {
        next = .distantFuture
    }

    func include(_ deadline: Instant) {
        next = min(next, deadline)
    }

    func arm() {
        guard next != .distantFuture else { return }
        timer?.arm(atBootNanoseconds: next.nanosecondsSinceBoot)
    }
}

extension Interest {
    /// Reports new input only; otherwise the kernel would report a connection again that was just read.
    ///
    /// A constant, because generic code composes a literal of options each time.
    static let requests: Interest = [.readable, .edgeTriggered]
}
