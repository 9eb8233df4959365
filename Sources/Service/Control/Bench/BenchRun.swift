internal import Bytes
internal import Commands
internal import Kernel
internal import Layout

/// A load on the daemon: as many requests as it answers, for a while.
struct BenchRun: ~Copyable {
    private static let progressInterval: Int64 = 200_000_000
    /// A daemon that answers nothing for so long is away.
    private static let patience: Int64 = 30_000_000_000

    private let terms: BenchTerms
    private let path: String
    private let terminal: Terminal
    private let events: EventSet
    private let connections: [BenchSlot]
    private let request: ByteBuffer
    private(set) var report: BenchReport
    private let showsProgress: Bool

    init(_ terms: BenchTerms, to path: String, on terminal: Terminal) throws(Failure) {
        let events = try Failure.reaching(path, within: .nanoseconds(BenchRun.patience)) {
            () throws(SystemError) in try EventSet()
        }
        // Where this fails, the first connection too many will.
        _ = try? ThisProcess.raiseDescriptorLimit()
        connections = try BenchRun.connections(terms, to: path, events)
        var request = ByteBuffer()
        terms.write(into: &request)
        self.request = request
        self.events = events
        self.terms = terms
        self.path = path
        self.terminal = terminal
        report = BenchReport(terms)
        showsProgress = StandardStream.error.isTerminal
    }

    private static func connections(
        _ terms: BenchTerms, to path: String, _ events: borrowing EventSet
    ) throws(Failure) -> [BenchSlot] {
        let deadline = KernelClock.bootNanoseconds() + BenchRun.patience
        var connections: [BenchSlot] = []
        try Failure.reaching(path, within: .nanoseconds(BenchRun.patience)) { () throws(SystemError) in
            for index in 0..<terms.connections {
                let descriptor = try UnixSocket.connect(to: path, waitingUntil: deadline)
                let slot = BenchSlot(BenchConnection(descriptor, to: path, depth: terms.depth))
                try slot.connection.join(events, as: UInt64(index))
                connections.append(slot)
            }
        }
        return connections
    }

    mutating func run() throws(Failure) {
        let start = KernelClock.bootNanoseconds()
        do throws(BenchProblem) {
            try BenchProblem.system { () throws(SystemError) in
                for slot in connections { try slot.connection.begin(request) }
            }
            try load(from: start, until: start + terms.duration.wholeNanoseconds)
        } catch {
            clearProgress()
            throw error.failure(at: path)
        }
        report.end(after: .nanoseconds(KernelClock.bootNanoseconds() - start))
        clearProgress()
        guard !report.isEmpty else { throw .unreachable(.api, at: path, .noAnswer(within: terms.duration)) }
    }
}

extension BenchRun {
    private mutating func load(from start: Int64, until end: Int64) throws(BenchProblem) {
        var nextProgress = start + BenchRun.progressInterval
        var silence = start + BenchRun.patience
        while true {
            let wakes = min(end, nextProgress)
            let count = try BenchProblem.system { () throws(SystemError) in try events.wait(until: wakes) }
            for index in 0..<count { try proceed(connections[Int(events.event(index).token)]) }
            let now = KernelClock.bootNanoseconds()
            if count > 0 { silence = now + BenchRun.patience }
            if now >= end { return }
            if now >= silence { throw .silent }
            if now >= nextProgress {
                drawProgress(at: .nanoseconds(now - start))
                nextProgress = now + BenchRun.progressInterval
            }
        }
    }

    private mutating func proceed(_ slot: BenchSlot) throws(BenchProblem) {
        let goesOn = try BenchProblem.system { () throws(SystemError) in try slot.connection.receive() }
        do throws(Failure) {
            try slot.connection.proceed(request, &report)
        } catch {
            throw .failure(error)
        }
        guard goesOn else { throw .hungUp }
        try BenchProblem.system { () throws(SystemError) in try slot.connection.send() }
    }

    private func drawProgress(at elapsed: Duration) {
        guard showsProgress else { return }
        let width = terminal.columns(of: .error) - 1
        let line = report.progress(after: elapsed, terminal.glyphs, columns: width)
        terminal.explain("\r" + line.text(terminal.errorInk) + "\u{1B}[K")
    }

    private func clearProgress() {
        if showsProgress { terminal.explain("\r\u{1B}[K") }
    }
}

/// Holds a connection, which cannot be in an array itself.
final class BenchSlot {
    var connection: BenchConnection

    init(_ connection: consuming BenchConnection) {
        self.connection = connection
    }
}

/// Why a load came to an early end.
private enum BenchProblem: Error {
    case system(SystemError)
    case failure(Failure)
    case hungUp, silent

    static func system<Value>(_ body: () throws(SystemError) -> Value) throws(BenchProblem) -> Value {
        do throws(SystemError) {
            return try body()
        } catch {
            throw .system(error)
        }
    }

    func failure(at path: String) -> Failure {
        switch self {
        case .system(let error): .unreachable(.api, at: path, Obstacle(error, at: path, after: .seconds(30)))
        case .failure(let failure): failure
        case .hungUp: .unreachable(.api, at: path, .hungUp)
        case .silent: .unreachable(.api, at: path, .noAnswer(within: .seconds(30)))
        }
    }
}
