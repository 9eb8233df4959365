internal import Chunks
internal import CommandLine
internal import EventLoop
internal import Kernel
internal import Systemd

/// The sockets behind the filter.
struct Neighbours {
    /// The second server of nginx, for requests without chunks.
    let next: String
    /// The forward socket of ossauthd.
    let daemon: String
}

/// All connections of the filter, on one thread.
final class Filter {
    /// Further ones wait in the queue of the kernel.
    private static let connections = FilterShares.all / FilterShares.exchange
    private static let backlog: Int32 = 512

    let neighbours: Neighbours
    private let patience: FilterPatience
    private let loop: EventLoop
    private var poller: Poller?
    private var listener: Descriptor?
    /// The listener that the filter made itself, whose path it removes at its end.
    private var ownListener: UnixListener?
    private var arrivals: IOSource?
    private var exchanges: [UInt64: Exchange] = [:]
    private var queue: [Exchange] = []
    private var nextID: UInt64 = 0
    private var signals: [SignalSource] = []
    private var sweeper: Timer?
    private var isStopping = false
    private var shares = FilterShares()
    private var lastReport: Int64 = -1_000_000_000

    init(_ neighbours: Neighbours, _ patience: FilterPatience) throws(SystemError) {
        self.neighbours = neighbours
        self.patience = patience
        loop = try EventLoop()
        poller = try Poller(on: loop) { [unowned self] ready in serve(ready) }
        signals = [
            try SignalSource(.terminate, on: loop) { [unowned self] in stop() },
            try SignalSource(.interrupt, on: loop) { [unowned self] in stop() },
        ]
        sweeper = try Timer(on: loop, accuracy: .milliseconds(10)) { [unowned self] in endSilent() }
    }

    func run() throws(SystemError) -> Int32 {
        endSilent()
        return try loop.run()
    }

    /// Ends at once when no exchange is left, and with the last one otherwise.
    private func stop() {
        isStopping = true
        arrivals = nil
        listener = nil
        if exchanges.isEmpty { loop.stop() }
    }

    /// Listens at the socket of systemd, or at a path.
    func listen(at path: String?) throws {
        var passed = try PassedDescriptors()
        if let socket = try passed.takeListener(named: "unchunk") { return try listen(on: socket) }
        guard let path else { throw UsageError("--listen PATH is needed without the socket of systemd") }
        let own = try UnixListener(path: path, access: FileAccess(mode: 0o600), backlog: Filter.backlog)
        try listen(on: try own.socket.duplicate())
        ownListener = consume own
    }

    func removeOwnListener() {
        // A remaining socket file does no harm: the next start replaces it.
        try? ownListener.take()?.remove()
    }

    private func listen(on socket: consuming Descriptor) throws(SystemError) {
        arrivals = try IOSource(socket, for: .readable, on: loop) { [unowned self] _ in accept() }
        listener = consume socket
    }

    private func accept() {
        do throws(SystemError) {
            while exchanges.count < Filter.connections, let socket = try listener?.accept() {
                try begin(socket)
            }
        } catch {
            report("\(error)")
            pauseArrivals()
        }
        if exchanges.count >= Filter.connections { pauseArrivals() }
    }

    /// Until an exchange ends, or the next sweep.
    private func pauseArrivals() {
        try? arrivals?.setEnabled(false)
    }

    private func begin(_ socket: consuming Descriptor) throws(SystemError) {
        let exchange = Exchange(socket, id: nextID, of: self)
        nextID += 1
        try exchange.watchFront()
        exchanges[exchange.id] = exchange
    }

    func end(_ exchange: Exchange) {
        exchanges[exchange.id] = nil
        try? arrivals?.setEnabled(true)
        if isStopping, exchanges.isEmpty { loop.stop() }
    }

    private func endSilent() {
        let now = KernelClock.bootNanoseconds()
        for exchange in exchanges.values where exchange.isOverdue(at: now, patience) { exchange.close() }
        try? arrivals?.setEnabled(true)
        sweeper?.arm(atBootNanoseconds: now + patience.sweep)
    }

    /// Reports every change of readiness once; the exchange remembers it.
    func watch(_ descriptor: borrowing Descriptor, _ side: Exchange.Side, of id: UInt64) throws(SystemError) {
        try poller?.add(
            descriptor, for: [.readable, .writable, .edgeTriggered], token: id << 2 | UInt64(side.rawValue))
    }

    /// Each connection has a turn of limited length; returns whether one has more to do.
    private func serve(_ ready: borrowing Poller.Ready) -> Bool {
        for index in 0..<ready.count {
            guard let exchange = exchanges[ready.token(index) >> 2],
                let side = Exchange.Side(rawValue: UInt8(ready.token(index) & 3))
            else { continue }
            exchange.note(ready.readiness(index), of: side)
            if !exchange.isQueued {
                exchange.isQueued = true
                queue.append(exchange)
            }
        }
        let turns = queue
        queue.removeAll(keepingCapacity: true)
        for exchange in turns {
            exchange.isQueued = exchange.work()
            if exchange.isQueued { queue.append(exchange) }
        }
        return !queue.isEmpty
    }

    /// At most once in a second: nginx logs each failure too.
    func report(_ reason: String) {
        let now = KernelClock.bootNanoseconds()
        guard now - lastReport >= 1_000_000_000 else { return }
        lastReport = now
        ErrorLines.write("ossauth-unchunk: \(reason)")
    }

    func reserve(_ bytes: Int, for user: Int?) throws(FilterProblem) {
        guard shares.reserve(bytes, for: user) else { throw .busy }
    }

    func release(_ bytes: Int, of user: Int?) {
        shares.release(bytes, of: user)
    }
}
