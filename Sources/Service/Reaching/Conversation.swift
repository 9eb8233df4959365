package import Bytes
internal import HTTP
internal import Kernel

/// One connection to the daemon, over which one request after the other is asked and answered.
///
/// After an error nobody knows what comes next on it: let it go.
package struct Conversation: ~Copyable, Sendable {
    package static let maximumAnswer = 64 * 1_048_576
    private static let portion = 65_536
    /// Nobody waits longer, and the sum with any clock stays a number.
    private static let longestPatience = Duration.seconds(86_400)

    private let connection: Descriptor
    private let patience: Int64

    /// Connects; `patience` is for this and for each answer.
    package init(at path: String, patience: Duration) throws(ReachingError) {
        let time = min(max(patience, .zero), Conversation.longestPatience).components
        self.patience = time.seconds * 1_000_000_000 + time.attoseconds / 1_000_000_000
        do throws(SystemError) {
            let deadline = KernelClock.bootNanoseconds() + self.patience
            connection = try UnixSocket.connect(to: path, waitingUntil: deadline)
        } catch {
            throw .system(error)
        }
    }
}

extension Conversation {
    /// When a person wonders whether anything happens.
    private static let longestSilence: Int64 = 2_000_000_000

    /// Sends the request, and waits for the answer; calls `whileSilent` once where that takes seconds.
    package borrowing func ask(
        _ request: borrowing ByteBuffer, whileSilent: (() -> Void)? = nil
    ) throws(ReachingError) -> Reply {
        let deadline = KernelClock.bootNanoseconds() + patience
        // A daemon that refuses a request may hang up before it has read it all, but not without saying why.
        try? connection.sendAll(request.span, waitingUntil: deadline)
        var answer = ByteBuffer(capacity: 4_096)
        if let whileSilent { try wait(for: &answer, until: deadline, whileSilent) }
        let head = try readHead(into: &answer, until: deadline)
        switch head.body(answering: .get) {
        case .bytes(let count):
            try read(count, behind: head, into: &answer, until: deadline)
            return Reply(head, answer, end: head.length + count)
        case .untilClose:
            while try readMore(into: &answer, until: deadline) {}
            return Reply(head, answer, end: nil)
        case .chunked: throw .unknownForm
        }
    }

    /// Takes the first bytes of the answer, where they come before the silence is long.
    private borrowing func wait(
        for answer: inout ByteBuffer, until deadline: Int64, _ whileSilent: () -> Void
    ) throws(ReachingError) {
        let silence = KernelClock.bootNanoseconds() + Conversation.longestSilence
        guard silence < deadline else { return }
        do throws(ReachingError) {
            _ = try readMore(into: &answer, until: silence)
        } catch {
            guard case .system(let error) = error, error.cause == .timedOut else { throw error }
            whileSilent()
        }
    }

    private borrowing func readHead(into answer: inout ByteBuffer, until deadline: Int64)
        throws(ReachingError)
        -> ResponseHead
    {
        var scan = HeadScan()
        while true {
            do throws(HTTPError) {
                if !answer.isEmpty, let head = try ResponseHead.decode(answer.span, &scan) { return head }
            } catch {
                throw .notHTTP(error)
            }
            guard try readMore(into: &answer, until: deadline) else { throw .hungUp }
        }
    }

    /// Reads until the body is as long as the head says; whatever comes behind makes it no JSON.
    private borrowing func read(
        _ count: Int, behind head: ResponseHead, into answer: inout ByteBuffer, until deadline: Int64
    ) throws(ReachingError) {
        guard count <= Conversation.maximumAnswer else { throw .tooLong(limit: Conversation.maximumAnswer) }
        while answer.count - head.length < count {
            guard try readMore(into: &answer, until: deadline) else { throw .hungUp }
        }
    }

    /// Whether something came; not so at the end.
    private borrowing func readMore(into answer: inout ByteBuffer, until deadline: Int64)
        throws(ReachingError)
        -> Bool
    {
        guard answer.count < Conversation.maximumAnswer else {
            throw .tooLong(limit: Conversation.maximumAnswer)
        }
        do throws(SystemError) {
            return try connection.receive(
                into: &answer, atMost: Conversation.portion, waitingUntil: deadline) != .endOfStream
        } catch {
            throw .system(error)
        }
    }
}
