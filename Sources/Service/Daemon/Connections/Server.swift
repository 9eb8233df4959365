internal import API
internal import Access
internal import Bytes
internal import EventLoop
internal import HTTP
internal import Kernel
internal import Time

/// Owns the connections: lets clients in, reads their requests, sends their answers, and ends those that take too long.
final class Server {
    let limits: ServerLimits
    let clock: Clock
    let log: Log
    let handler: RequestHandler
    let connections = ConnectionTable()
    /// What happened lately, and who wants to know.
    var feed = EventFeed()
    var watchers: [ConnectionID: Connection] = [:]
    private(set) var poller: Poller?
    var listeners: [Listener] = []
    let received = GroupMemory()
    let answers = GroupMemory()
    /// For clients that bring no secrets.
    let heads = Cell(HeadMemo())
    /// How many requests those answers are for.
    var answersCollected = 0
    /// When those were found ready who are served now; for all of them, since that takes no time to speak of.
    var foundAt: Moment?
    var sweepTimer: Timer?
    private var batchTurn: Deferred?
    var nextSweep = Instant.distantFuture
    /// When the last one must be gone; `nil`: nobody has asked to stop.
    var stopsBy: Instant?
    var isStopping: Bool { stopsBy != nil }
    /// How often all connections were taken, and all descriptors, and how often nobody was let in for another reason.
    var fullness = Repetition()
    var lack = Repetition()
    var failure = Repetition()
    /// Called before answers are sent: what their requests brought about is done then.
    var beforeAnswers: () -> Void = {}
    /// Called when those who were found ready together have their answers: what can come behind them is done then.
    var afterAnswers: () -> Void = {}
    /// Called when the last connection is gone after `stop`.
    var whenIdle: () -> Void = {}

    init(_ limits: ServerLimits, handler: RequestHandler, on loop: EventLoop, clock: Clock, log: Log)
        throws(SystemError)
    {
        self.limits = limits
        self.handler = handler
        self.clock = clock
        self.log = log
        poller = try Poller(on: loop) { [unowned self] ready in serve(ready) }
        let batchTurn = Deferred(on: loop) { [unowned handler] in handler.turn() }
        self.batchTurn = batchTurn
        handler.batches.askForTurn = { [unowned batchTurn] in batchTurn.ask() }
        handler.batches.memory = try MemoryReserve(on: loop)
        handler.batches.resume = { [unowned self] wait in resume(wait) }
        handler.batches.restart = { [unowned self] wait in restart(wait) }
        handler.batches.hasRoom = { [unowned self] user in
            connections.bytesHeld(forUser: user).hasRoom(for: 0)
        }
        sweepTimer = try Timer(on: loop, accuracy: .milliseconds(100)) { [unowned self] in sweep() }
    }

    func listen(on socket: consuming Descriptor, as door: Door, metadata: MetadataAccess? = nil)
        throws(SystemError)
    {
        let listener = Listener(
            socket, id: .ofNone(listeners.count), as: door, metadata: metadata)
        try poller?.add(listener.socket, for: .readable, token: listener.id.number)
        listeners.append(listener)
    }

    /// Serves those who are ready, a group at a time: what they sent is read, then answered, then the answers are sent.
    private func serve(_ ready: borrowing Poller.Ready) {
        foundAt = clock.now()
        let group = ServerLimits.group(of: ready.count)
        var served = 0
        while served < ready.count {
            let end = min(served + group, ready.count)
            for index in served..<end {
                dispatch(ConnectionID(number: ready.token(index)), ready.readiness(index))
            }
            serveReceived()
            beforeAnswers()
            sendAnswers()
            served = end
        }
        afterAnswers()
    }

    /// Sends what came of timers, signals and helpers.
    func endTurn() {
        beforeAnswers()
        sendAnswers()
        foundAt = nil
        afterAnswers()
    }

    private func dispatch(_ id: ConnectionID, _ readiness: Readiness) {
        if let connection = connections[id] {
            dispatch(connection, readiness)
        } else if let listener = listeners.first(where: { $0.id == id }) {
            accept(from: listener)
        }
    }

    private func dispatch(_ connection: Connection, _ readiness: Readiness) {
        switch connection.phase {
        case .reading: read(connection, readiness)
        case .sending: flush(connection)
        case .watching: tend(connection, readiness)
        case .discarding: discard(connection, readiness)
        // Nothing is asked of it, so this can only be the end.
        case .waiting, .resting: close(connection)
        case .closed: break
        }
    }

    /// Takes the connection out of everything; its descriptor closes with the last reference, and so leaves the poller.
    func close(_ connection: Connection) {
        connection.phase = .closed
        connection.ticket?.abandon()
        if let batch = connection.batch { handler.drop(batch) }
        if let body = connection.largeBody { handler.drop(body) }
        connections.remove(connection)
        if connection.watch != nil { watchers[connection.id] = nil }
        connection.forgetUnfinished()
        resumeListening()
        if isStopping, connections.count == 0 { whenIdle() }
    }

    func fail(_ connection: Connection, _ error: SystemError) {
        log.write(.unexpected("a connection was ended: \(error)"))
        close(connection)
    }

    func setInterest(_ interest: Interest, of connection: Connection) {
        do throws(SystemError) {
            try poller?.modify(connection.socket, for: interest, token: connection.id.number)
        } catch {
            fail(connection, error)
        }
    }
}
