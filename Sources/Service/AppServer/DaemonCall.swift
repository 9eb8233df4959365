internal import Bytes
internal import EventLoop
internal import Kernel
internal import Reaching
internal import Time

/// One request to the daemon, on a connection of its own.
///
/// A connection for each request keeps one that waits for STS from delaying the others.
final class DaemonCall {
    /// Longer than the daemon lets a request wait.
    static let patience = Duration.seconds(25)

    private var channel: Channel
    private var source: IOSource?
    private var timer: Timer?
    private let finish: (Result<DaemonAnswer, DaemonCallError>) -> Void

    /// Sends the request; `finish` is called once, and never before this returns.
    init(
        to path: String, _ request: borrowing ByteBuffer, on loop: EventLoop, at now: Instant,
        patience: Duration = DaemonCall.patience,
        finish: @escaping (Result<DaemonAnswer, DaemonCallError>) -> Void
    ) throws(SystemError) {
        self.finish = finish
        // A full queue of the daemon is a failure like any other: waiting would block the loop.
        channel = Channel(try UnixSocket.connect(to: path, waitingUntil: 0))
        let sent = try channel.connection.send(request.span)
        // An empty socket takes much more than the longest request.
        guard sent == .bytes(request.count) else { throw SystemError.brokenPipe(path) }
        source = try IOSource(channel.connection, for: .readable, on: loop) { [unowned self] _ in receive() }
        timer = try Timer(on: loop, accuracy: .milliseconds(100)) { [unowned self] in end(.failure(.timeout))
        }
        timer?.arm(atBootNanoseconds: (now + patience).nanosecondsSinceBoot)
    }

    private func receive() {
        do {
            let isOpen = try channel.receive()
            if let arrival = try channel.next() {
                return end(.success(DaemonAnswer(arrival, body: ByteBuffer(copying: channel[arrival]))))
            }
            if !isOpen { end(.failure(.hungUp)) }
        } catch {
            end(.failure(.invalid("\(error)")))
        }
    }

    private func end(_ result: consuming Result<DaemonAnswer, DaemonCallError>) {
        source = nil
        timer = nil
        finish(result)
    }
}

/// The answer of the daemon to one request.
final class DaemonAnswer {
    let code: Int
    let retryAfter: Int?
    private let bytes: ByteBuffer

    fileprivate init(_ arrival: Arrival, body: consuming ByteBuffer) {
        code = arrival.code
        retryAfter = arrival.retryAfter
        bytes = body
    }

    func withBody<Outcome: ~Copyable, Failure: Error>(
        _ read: (borrowing ByteBuffer) throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome {
        try read(bytes)
    }
}

/// Why the daemon gave no answer.
enum DaemonCallError: Error {
    case timeout, hungUp
    case invalid(String)
}

extension DaemonCallError: CustomStringConvertible {
    var description: String {
        switch self {
        case .timeout: "ossauthd did not answer in time"
        case .hungUp: "ossauthd closed the connection"
        case .invalid(let why): "the answer of ossauthd is invalid: \(why)"
        }
    }
}
