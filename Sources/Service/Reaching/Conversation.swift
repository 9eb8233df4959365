package import Bytes
package import HTTP
package import Kernel
internal import Text

/// A connection to the daemon with one request at a time.
///
/// After an error its state is unknown: close it.
package struct Conversation: ~Copyable, Sendable {
    package static let maximumAnswer = 64 * 1_048_576
    private static let portion = 65_536
    /// The longest wait, which cannot overflow when it is added to a clock.
    private static let longestPatience = Duration.seconds(86_400)

    private let connection: Descriptor
    private let patience: Int64

    /// Connects; `patience` limits each answer, and this too without a deadline on the boot clock.
    package init(
        at path: String, patience: Duration, connectingBy deadline: Int64? = nil
    ) throws(ReachingError) {
        let patience = Conversation.nanoseconds(of: patience)
        let deadline = deadline ?? KernelClock.bootNanoseconds() + patience
        self.patience = patience
        connection = try ReachingError.system(UnixSocket.connect(to: path, waitingUntil: deadline))
    }

    static func nanoseconds(of patience: Duration) -> Int64 {
        let time = min(max(patience, .zero), longestPatience).components
        return time.seconds * 1_000_000_000 + time.attoseconds / 1_000_000_000
    }

    /// Sends the request and waits for the answer.
    package borrowing func ask(
        _ request: borrowing ByteBuffer, whileSilent: () -> Int64 = { .max }
    ) throws(ReachingError) -> Reply {
        send(request)
        return try answer(whileSilent: whileSilent)
    }

    /// Sends a request whose answer is read later, when no other answer is due.
    package borrowing func send(_ request: borrowing ByteBuffer) {
        // A daemon that refuses a request may close the connection before it has read all of it, but it answers first.
        try? connection.sendAll(request.span, waitingUntil: KernelClock.bootNanoseconds() + patience)
    }

    /// Waits for the answer; calls `whileSilent` before it begins, and again at the time on the boot clock that it returns.
    package borrowing func answer(whileSilent: () -> Int64 = { .max }) throws(ReachingError) -> Reply {
        let deadline = KernelClock.bootNanoseconds() + patience
        var answer = ByteBuffer(capacity: 4_096)
        try wait(for: &answer, until: deadline, whileSilent)
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

    /// Reads the first bytes of the answer.
    private borrowing func wait(
        for answer: inout ByteBuffer, until deadline: Int64, _ whileSilent: () -> Int64
    ) throws(ReachingError) {
        while answer.isEmpty {
            let next = whileSilent()
            do throws(ReachingError) {
                guard try readMore(into: &answer, until: min(next, deadline)) else { return }
            } catch {
                guard case .system(let cause) = error, cause.cause == .timedOut, next < deadline else {
                    throw error
                }
            }
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

    /// Reads until the body has the length of the head; further bytes would make it invalid JSON.
    private borrowing func read(
        _ count: Int, behind head: ResponseHead, into answer: inout ByteBuffer, until deadline: Int64
    ) throws(ReachingError) {
        guard count <= Conversation.maximumAnswer else { throw .tooLong(limit: Conversation.maximumAnswer) }
        while answer.count - head.length < count {
            guard try readMore(into: &answer, until: deadline) else { throw .hungUp }
        }
    }

    /// Whether bytes were received; `false` at the end of the stream.
    private borrowing func readMore(into answer: inout ByteBuffer, until deadline: Int64)
        throws(ReachingError)
        -> Bool
    {
        guard answer.count < Conversation.maximumAnswer else {
            throw .tooLong(limit: Conversation.maximumAnswer)
        }
        return try ReachingError.system(
            connection.receive(into: &answer, atMost: Conversation.portion, waitingUntil: deadline)
                != .endOfStream)
    }
}

/// The answer of the daemon.
package struct Reply: ~Copyable {
    private let head: ResponseHead
    private let bytes: ByteBuffer
    /// The end of the answer according to its head.
    private let end: Int?

    init(_ head: ResponseHead, _ bytes: consuming ByteBuffer, end: Int?) {
        self.head = head
        self.bytes = bytes
        self.end = end
    }

    package var code: Int { head.status }

    /// Whether the connection can be used for another request.
    ///
    /// Bytes after the answer would be read as the next one.
    package var keepAlive: Bool { head.keepAlive && end == bytes.count }

    /// The seconds after which to retry, if the answer has them.
    package var retryAfter: Int? {
        head.headers.firstValue(of: "retry-after", in: bytes.span).flatMap { bytes[$0].decimalValue }
    }

    package var body: Span<UInt8> {
        @_lifetime(borrow self) get { bytes[head.length..<bytes.count] }
    }
}

/// Why there is no answer from the daemon.
package enum ReachingError: Error {
    case system(SystemError)
    /// The daemon closed the connection before its answer was complete.
    case hungUp
    /// The answer is not HTTP.
    case notHTTP(HTTPError)
    /// The answer is HTTP, but in a form that the daemon never uses.
    case unknownForm
    case tooLong(limit: Int)

    /// Converts the error of one operation.
    static func system<Value: ~Copyable>(
        _ step: @autoclosure () throws(SystemError) -> Value
    ) throws(ReachingError) -> Value {
        try mapping(step()) { (error: SystemError) in ReachingError.system(error) }
    }
}
