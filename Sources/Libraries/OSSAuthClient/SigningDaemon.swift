internal import Bytes
internal import Contract
internal import Kernel
@_exported public import OSSRequests
internal import Reaching
internal import Synchronization

/// The daemon of this host, which signs with keys that this process does not have.
///
/// Making one asks nothing and opens nothing. Each call blocks until the answer is there, or until `patience` is over. It may be
/// called from many threads at once: each call has a connection to itself, kept for the next one, and opened anew where the
/// daemon ended it or was started again. What was asked then is asked again, which does no harm: a signature twice is one.
public final class SigningDaemon: Sendable {
    /// More threads than these at once open connections that are not kept.
    private static let maximumIdle = 16

    /// The path of the socket.
    public let socket: String
    /// How long to wait for an answer; the daemon may itself wait for a token, 10 seconds if it was not told otherwise.
    public let patience: Duration
    private let idle = Mutex<[Line]>([])

    /// The daemon at this socket; without a path at `$OSSAUTHD_SOCKET`, or else the user's own, or else the system's.
    public init(at socket: String? = nil, patience: Duration = .seconds(30)) {
        self.patience = patience
        self.socket =
            socket
            ?? ApiSocket.path(variable: ThisProcess.variable, isOwn: File.isOwn)
    }

    /// Closes the connections that are kept; the next call opens one.
    public func hangUp() {
        idle.withLock { lines in lines.removeAll() }
    }
}

/// A connection on which nothing is under way.
private final class Line: Sendable {
    private let conversation: Conversation

    init(_ conversation: consuming Conversation) {
        self.conversation = conversation
    }

    func ask(_ request: borrowing ByteBuffer) throws(ReachingError) -> Reply {
        try conversation.ask(request)
    }
}

extension SigningDaemon {
    /// Asks, and reads the answer; one with another code than these is a problem.
    func ask<Expected: Answer>(
        _ request: borrowing ByteBuffer, accepting codes: [Int] = [200]
    ) throws(DaemonError) -> Expected {
        let reply = try reply(to: request)
        guard codes.contains(reply.code) else { throw DaemonError(reply) }
        return try Expected(reply.body)
    }

    private func reply(to request: borrowing ByteBuffer) throws(DaemonError) -> Reply {
        do throws(ReachingError) {
            if let kept = idle.withLock({ lines in lines.popLast() }),
                let reply = try ask(request, overKept: kept)
            {
                return reply
            }
            return try ask(request, over: Line(try Conversation(at: socket, patience: patience)))
        } catch {
            throw DaemonError(error, of: self)
        }
    }

    /// Asks over a connection that may have ended since; `nil`: it has.
    private func ask(_ request: borrowing ByteBuffer, overKept line: Line) throws(ReachingError) -> Reply? {
        do throws(ReachingError) {
            return try ask(request, over: line)
        } catch .hungUp {
            // Those beside it have most likely ended with the same daemon.
            hangUp()
            return nil
        }
    }

    private func ask(_ request: borrowing ByteBuffer, over line: Line) throws(ReachingError) -> Reply {
        let reply = try line.ask(request)
        guard reply.keepAlive else { return reply }
        idle.withLock { lines in
            if lines.count < SigningDaemon.maximumIdle { lines.append(line) }
        }
        return reply
    }
}
