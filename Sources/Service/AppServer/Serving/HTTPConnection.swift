internal import Bytes
internal import EventLoop
internal import HTTP
internal import Kernel

/// One client: its requests are answered in their order, as fast as it takes the answers.
final class HTTPConnection {
    /// For a request to come whole, and for its answer to be taken.
    private static let patience: Int64 = 30_000_000_000

    private enum State { case open, ending, draining }

    let socket: Descriptor
    /// When, on the boot clock, the client has had time enough.
    private(set) var deadline: Int64
    /// What to wait for.
    private(set) var interest = Interest.readable
    private let handler: DemoHandler
    private var state = State.open
    private var input = RequestInput()
    private var output = ResponseOutput()

    init(_ socket: consuming Descriptor, answeredBy handler: DemoHandler, at now: Int64) {
        self.socket = socket
        self.handler = handler
        deadline = now + HTTPConnection.patience
    }

    deinit {
        input.discard()
        output.discard()
    }
}

extension HTTPConnection {
    /// Does what can be done now; `false`: the connection is over.
    func proceed(at now: Int64) throws(SystemError) -> Bool {
        if state == .draining { input.discard() }
        guard try input.receive(from: socket) || !output.isEmpty else { return false }
        interest = .readable
        var isFull = true
        while isFull {
            isFull = answerRequests(at: now)
            switch try output.flush(to: socket) {
            case .all: break
            case .peerGone: return false
            case .part:
                interest = .writable
                return true
            }
        }
        if state == .ending { try stopSending() }
        return true
    }

    /// Waits for the client to stop as well: closing at once could take the last answer back.
    private func stopSending() throws(SystemError) {
        try socket.finishSending()
        state = .draining
    }
}

extension HTTPConnection {
    /// Answers the requests that have come whole; `true`: there may be more, but the client must read first.
    private func answerRequests(at now: Int64) -> Bool {
        while state == .open {
            guard !output.isFull else { return true }
            guard answerNext() else { return false }
            deadline = now + HTTPConnection.patience
        }
        return false
    }

    /// Answers one request if it has come whole.
    private func answerNext() -> Bool {
        do throws(HTTPError) {
            let head = try input.next { ResponseWriter.writeContinue(into: &output.bytes) }
            guard let head else { return false }
            handler.answer(IncomingRequest(head, in: input.bytes.span), into: &output.bytes)
            input.remove(head)
            if !head.keepAlive { state = .ending }
        } catch {
            handler.refuse(error, into: &output.bytes)
            state = .ending
        }
        return true
    }
}
