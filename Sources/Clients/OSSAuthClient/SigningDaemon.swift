internal import Bytes
internal import Contract
internal import Kernel
package import Reaching
internal import Synchronization

/// The daemon of this host, which signs with keys that this process does not have.
///
/// Creating one opens no connection. A call blocks until the answer is there or `patience` is over, and may run on many threads at
/// once: each call has a connection of its own, which is kept for the next one. A request that finds its connection closed is sent
/// once more over a new one; signing twice does no harm.
public final class SigningDaemon: Sendable {
    /// More calls at once than this open connections that are not kept.
    private static let maximumIdle = 16

    /// The path of the socket.
    public let socket: String
    /// How long to wait for an answer; the daemon itself may wait for a token, by default 10 seconds.
    public let patience: Duration
    private let idle = Mutex<[Line]>([])

    /// The daemon at this socket; without a path at `$OSSAUTHD_SOCKET`, else the user's own, else the system's.
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

    /// Sends the request and reads the answer; an answer with another code is the problem that it describes.
    func ask<Expected: Answer>(
        _ request: DaemonRequest, accepting codes: [Int] = [200]
    ) throws(DaemonError) -> Expected {
        let reply = try reply(to: request, accepting: codes)
        return try Expected(reply.body)
    }

    func reply(to request: DaemonRequest, accepting codes: [Int]) throws(DaemonError) -> Reply {
        let reply = try reply(to: request)
        guard codes.contains(reply.code) else { throw DaemonError(reply) }
        return reply
    }

    /// Sends the request and waits for the answer, whatever its code.
    ///
    /// `body` is the body of a request that does not write its own. `whileSilent` is called while there is no answer, each time at the
    /// time on the boot clock that it returned before.
    package func reply(
        to request: DaemonRequest, body: Span<UInt8> = Span(), whileSilent: () -> Int64 = { .max }
    ) throws(DaemonError) -> Reply {
        var bytes = ByteBuffer(capacity: 1_024)
        request.write(into: &bytes, body: body)
        do throws(ReachingError) {
            if let kept = idle.withLock({ lines in lines.popLast() }),
                let reply = try ask(bytes, overKept: kept, whileSilent)
            {
                return reply
            }
            return try ask(bytes, over: Line(try Conversation(at: socket, patience: patience)), whileSilent)
        } catch {
            throw DaemonError(error, at: socket, after: patience)
        }
    }

    /// Connects without a request, to see whether a daemon listens.
    package func connect() throws(DaemonError) {
        do throws(ReachingError) {
            _ = try Conversation(at: socket, patience: patience)
        } catch {
            throw DaemonError(error, at: socket, after: patience)
        }
    }

    /// The answer over a kept connection; `nil` where the daemon has closed it in the meantime.
    private func ask(
        _ request: borrowing ByteBuffer, overKept line: Line, _ whileSilent: () -> Int64
    ) throws(ReachingError) -> Reply? {
        do throws(ReachingError) {
            return try ask(request, over: line, whileSilent)
        } catch .hungUp {
            // The other kept connections have most likely ended with the same daemon.
            hangUp()
            return nil
        }
    }

    private func ask(
        _ request: borrowing ByteBuffer, over line: Line, _ whileSilent: () -> Int64
    ) throws(ReachingError) -> Reply {
        let reply = try line.ask(request, whileSilent)
        guard reply.keepAlive else { return reply }
        idle.withLock { lines in
            if lines.count < SigningDaemon.maximumIdle { lines.append(line) }
        }
        return reply
    }
}

/// A kept connection without a request in progress.
private final class Line: Sendable {
    private let conversation: Conversation

    init(_ conversation: consuming Conversation) {
        self.conversation = conversation
    }

    func ask(_ request: borrowing ByteBuffer, _ whileSilent: () -> Int64) throws(ReachingError) -> Reply {
        try conversation.ask(request, whileSilent: whileSilent)
    }
}
