internal import Bytes
internal import Kernel
internal import OSSAuthClient
internal import Reaching

/// The connection of a long list, opened on demand, and again after a restart of the daemon.
struct PresignConnection: ~Copyable {
    /// The time that a restart of the daemon may take.
    private static let restart: Int64 = 5_000_000_000
    private static let pause: Int64 = 20_000_000

    let path: String
    private let patience: Duration
    private var conversation: Conversation?
    /// Whether the connection has received an answer.
    private var hasAnswered = false

    init(to path: String, patience: Duration) {
        self.path = path
        self.patience = patience
    }

    /// Sends a request when no other answer is due, so that neither side waits for the other to read.
    mutating func send(_ request: DaemonRequest) throws(Failure) {
        let connection =
            if let open = conversation.take() { open } else { try connect(retries: hasAnswered) }
        var bytes = ByteBuffer(capacity: 65_536)
        request.write(into: &bytes)
        connection.send(bytes)
        conversation = consume connection
    }

    /// Waits for the answer; sends the request once more to a daemon that was restarted.
    mutating func answer(to request: DaemonRequest, whileSilent: () -> Int64) throws(Failure) -> Reply {
        while true {
            do throws(ReachingError) {
                return try receive(whileSilent)
            } catch {
                // A daemon that never answers is not tried again.
                guard case .hungUp = error, hasAnswered else { throw failure(error, after: patience) }
                try send(request)
                hasAnswered = false
            }
        }
    }

    private mutating func receive(_ whileSilent: () -> Int64) throws(ReachingError) -> Reply {
        guard let connection = conversation.take() else { throw .hungUp }
        let reply = try connection.answer(whileSilent: whileSilent)
        hasAnswered = true
        if reply.keepAlive { conversation = consume connection }
        return reply
    }

    private func connect(retries: Bool) throws(Failure) -> Conversation {
        let deadline = KernelClock.bootNanoseconds() + PresignConnection.restart
        while true {
            do throws(ReachingError) {
                return try Conversation(at: path, patience: patience, connectingBy: deadline)
            } catch {
                guard retries, KernelClock.bootNanoseconds() < deadline else {
                    throw failure(error, after: .nanoseconds(PresignConnection.restart))
                }
            }
            ThisProcess.pause(nanoseconds: PresignConnection.pause)
        }
    }

    private func failure(_ error: ReachingError, after patience: Duration) -> Failure {
        Failure(DaemonError(error, at: path, after: patience), from: .api, at: path)
    }
}
