internal import Bytes
internal import Chunks
internal import EventLoop
internal import HTTP
internal import Kernel

/// One request of nginx, and the connection on which it goes on without chunks.
///
/// A side is read only while the other one has room, so a slow reader stops the writer.
final class Exchange {
    enum Side: UInt8 {
        /// nginx, as the client.
        case front
        /// The daemon or the second server of nginx.
        case back
        /// The second server of nginx, after the daemon.
        case last
    }

    private enum Stage {
        /// The head of the request is not complete.
        case head
        /// The body goes on while it arrives.
        case streaming
        /// The body is kept until it is complete.
        case collecting
        /// The daemon judges the body.
        case asking
        /// The request has gone on, and its answer comes.
        case relaying
        /// The answer is complete; further input is discarded until nginx closes.
        case ending
    }

    /// The steps after which another exchange has its turn.
    private static let steps = 8

    let id: UInt64
    private unowned let filter: Filter
    private var stage = Stage.head
    private var front: Stream
    private var back: Stream?
    private var backSide = Side.front
    private var input = ByteBuffer()
    private var scan = HeadScan()
    private var head = ByteBuffer()
    private var request: FilterRequest?
    private var body: PlainBody?
    /// The list of objects to delete.
    private var collected = ByteBuffer(capacity: 16)
    /// Of the user's share.
    private var reserved = 0
    private var answer = ByteBuffer(capacity: 16)
    private var hasAnswered = false
    private var hasFinished = false
    private var isClosed = false
    /// In the queue of the filter.
    var isQueued = false
    private let began = KernelClock.bootNanoseconds()
    private var lastProgress = KernelClock.bootNanoseconds()

    init(_ socket: consuming Descriptor, id: UInt64, of filter: Filter) {
        self.id = id
        self.filter = filter
        front = Stream(socket)
    }

    func watchFront() throws(SystemError) {
        try filter.watch(front.socket, .front, of: id)
    }

    func note(_ readiness: Readiness, of side: Side) {
        if side == .front {
            front.note(readiness)
        } else if side == backSide {
            back?.note(readiness)
        }
    }

    /// Whether nothing came for too long, or a list takes memory for too long.
    func isOverdue(at now: Int64, _ patience: FilterPatience) -> Bool {
        now - lastProgress > patience.silence || stage == .collecting && now - began > patience.list
    }

    /// Does what can be done now; returns whether more can be done at once.
    func work() -> Bool {
        guard !isClosed else { return false }
        // Without its reader the answer is worth nothing, and an unfinished request must not become an object.
        guard !front.isGone else { return close() }
        do {
            for _ in 0..<Exchange.steps {
                guard try step() else { return false }
                lastProgress = KernelClock.bootNanoseconds()
            }
            return true
        } catch let problem as FilterProblem {
            return refuse(problem)
        } catch {
            filter.report("\(error)")
            return close()
        }
    }

    /// Ends both connections; nginx answers its client if no answer has begun.
    @discardableResult
    func close() -> Bool {
        guard !isClosed else { return false }
        isClosed = true
        back = nil
        filter.release(reserved, of: request?.user)
        filter.end(self)
        return false
    }

    /// Ends the request and answers with the problem.
    private func refuse(_ problem: FilterProblem) -> Bool {
        back = nil
        guard !hasAnswered else { return close() }
        front.queue { output in problem.writeAnswer(to: &output) }
        stage = .ending
        return true
    }

    private func step() throws -> Bool {
        var progress = try front.send()
        if try back?.send() == true { progress = true }
        if try readFront() { progress = true }
        if try readBack() { progress = true }
        if stage == .ending, front.pending == 0, !hasFinished {
            hasFinished = true
            try front.socket.finishSending()
        }
        return progress && !isClosed
    }
}

// The request.
extension Exchange {
    private func readFront() throws -> Bool {
        switch stage {
        case .streaming: guard back?.hasRoom == true else { return false }
        case .asking, .relaying: return false
        case .head, .collecting, .ending: break
        }
        guard try front.receive(into: &input) else { return false }
        if stage == .ending {
            input.removeAll()
        } else if front.inputEnded {
            close()
        } else {
            try take()
        }
        return true
    }

    private func take() throws {
        if stage == .head, try !readHead() { return }
        if stage == .collecting { try collect() } else { try pass() }
        input.removeAll()
    }

    private func readHead() throws -> Bool {
        guard let request = try FilterRequest.read(input, &scan) else { return false }
        head.append(input, 0..<request.headLength)
        input.removeFirst(request.headLength)
        self.request = request
        body = request.body()
        try begin(request)
        return true
    }

    private func begin(_ request: FilterRequest) throws {
        try reserve(FilterShares.exchange)
        guard request.kind == .decode else {
            stage = .collecting
            return
        }
        try connect(to: filter.neighbours.next, as: .back)
        // Without content no byte could be held back, so the head is.
        if !request.isEmpty { back?.queue { output in request.writeHead(head, to: &output) } }
        stage = .streaming
    }

    private func reserve(_ bytes: Int) throws(FilterProblem) {
        try filter.reserve(bytes, for: request?.user)
        reserved += bytes
    }

    private func pass() throws {
        try back?.queue { output throws(FilterProblem) in try body?.take(input, into: &output) }
        guard body?.isComplete == true else { return }
        if let request, request.isEmpty {
            back?.queue { output in request.writeHead(head, to: &output) }
        }
        body = nil
        stage = .relaying
    }

    private func connect(to path: String, as side: Side) throws {
        let stream = Stream(try UnixSocket.connect(to: path, waitingUntil: 0))
        try filter.watch(stream.socket, side, of: id)
        backSide = side
        back = consume stream
    }
}

// Lists of objects to delete.
extension Exchange {
    private func collect() throws {
        let before = collected.count
        try body?.take(input, into: &collected)
        guard collected.count <= FilterLimit.deletion else { throw FilterProblem.deletionTooLarge }
        try reserve(collected.count - before)
        guard body?.isComplete == true, let request else { return }
        guard !collected.isEmpty else { throw FilterProblem.noDeletion }
        body = nil
        try connect(to: filter.neighbours.daemon, as: .back)
        back?.queue { output in request.writeQuestion(head, about: collected, to: &output) }
        stage = .asking
    }

    /// Sends the bytes that were judged, or relays the refusal.
    private func readJudgement() throws -> Bool {
        guard try back?.receive(into: &answer) == true else { return false }
        guard let judgement = try Judgement(answer, &scan) else {
            if back?.inputEnded == true { fail("the daemon closed the connection without an answer") }
            return true
        }
        stage = .relaying
        guard !judgement.isRefusal else {
            front.queue { output in output.append(answer) }
            hasAnswered = true
            return true
        }
        var judged = ByteBuffer(capacity: collected.count + 4_096)
        guard request?.write(as: judgement, head, body: collected, to: &judged) == true else {
            fail("the answer of the daemon lacks fields; use ossauth-unchunk and ossauthd of one version")
            return true
        }
        try connect(to: filter.neighbours.next, as: .last)
        back?.queue { output in output.append(judged) }
        return true
    }

    private func fail(_ reason: String) {
        filter.report(reason)
        close()
    }
}

// The answer.
extension Exchange {
    private func readBack() throws -> Bool {
        switch stage {
        case .asking: return try readJudgement()
        case .streaming, .relaying: break
        case .head, .collecting, .ending: return false
        }
        guard front.hasRoom else { return false }
        var hasRead = false
        try front.queue { output throws(SystemError) in
            let before = output.count
            hasRead = try back?.receive(into: &output) == true
            if output.count > before { hasAnswered = true }
        }
        if back?.inputEnded == true { endAnswer() }
        return hasRead
    }

    private func endAnswer() {
        back = nil
        guard hasAnswered else {
            return fail("the second server of nginx closed the connection without an answer")
        }
        stage = .ending
    }
}
