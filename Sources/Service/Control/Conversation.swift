internal import Bytes
internal import Commands
internal import HTTP
internal import Kernel

/// One connection to the daemon, over which one request after the other is asked and answered.
struct Conversation: ~Copyable {
    /// Longer than the daemon waits for a credential.
    private static let patience = 30
    private static let maximumAnswer = 64 * 1_048_576
    private static let portion = 65_536

    private let socket: Socket
    private let path: String
    private let connection: Descriptor

    init(with socket: Socket, at path: String) throws(Failure) {
        self.socket = socket
        self.path = path
        do throws(SystemError) {
            connection = try UnixSocket.connect(to: path, waitingUntil: Conversation.deadline)
        } catch {
            throw .unreachable(socket, at: path, Obstacle(error, after: Conversation.patience))
        }
    }

    private static var deadline: Int64 { KernelClock.bootNanoseconds() + Int64(patience) * 1_000_000_000 }
}

extension Conversation {
    /// Sends the request, wipes it, and waits for the answer.
    borrowing func ask(_ request: inout ByteBuffer) throws(Failure) -> Reply {
        let deadline = Conversation.deadline
        // A daemon that refuses a request may hang up before it has read it all, but not without saying why.
        try? connection.sendAll(request.span, waitingUntil: deadline)
        request.wipe()
        var answer = ByteBuffer(capacity: 4_096)
        let head = try readHead(into: &answer, until: deadline)
        switch head.body(answering: .get) {
        case .bytes(let count): try read(toLength: head.length + count, into: &answer, until: deadline)
        case .untilClose: while try readMore(into: &answer, until: deadline) {}
        case .chunked:
            throw Failure(.upstream, "the daemon answered in a way that this program does not know")
        }
        return Reply(code: head.status, bytes: answer, bodyStart: head.length)
    }

    private borrowing func readHead(into answer: inout ByteBuffer, until deadline: Int64) throws(Failure)
        -> ResponseHead
    {
        var scan = HeadScan()
        while true {
            guard try readMore(into: &answer, until: deadline) else {
                throw .unreachable(socket, at: path, .hungUp)
            }
            do throws(HTTPError) {
                if let head = try ResponseHead.decode(answer.span, &scan) { return head }
            } catch {
                throw Failure(.upstream, "what answers at \(path) is not the daemon: \(error)")
            }
        }
    }

    /// Reads until the answer is as long as its head says; whatever comes behind makes its body no JSON.
    private borrowing func read(
        toLength length: Int, into answer: inout ByteBuffer, until deadline: Int64
    ) throws(Failure) {
        while answer.count < length {
            guard try readMore(into: &answer, until: deadline) else {
                throw .unreachable(socket, at: path, .hungUp)
            }
        }
    }

    /// Whether something came; not so at the end.
    private borrowing func readMore(into answer: inout ByteBuffer, until deadline: Int64) throws(Failure)
        -> Bool
    {
        guard answer.count < Conversation.maximumAnswer else {
            throw Failure(.upstream, "the answer of the daemon is longer than 64 MiB")
        }
        do throws(SystemError) {
            let result = try connection.receive(
                into: &answer, atMost: Conversation.portion, waitingUntil: deadline)
            return result != .endOfStream
        } catch {
            throw .unreachable(socket, at: path, Obstacle(error, after: Conversation.patience))
        }
    }
}

/// What the daemon answered.
struct Reply: ~Copyable {
    let code: Int
    private var bytes: ByteBuffer
    private let bodyStart: Int

    init(code: Int, bytes: consuming ByteBuffer, bodyStart: Int) {
        self.code = code
        self.bytes = bytes
        self.bodyStart = bodyStart
    }

    /// For an answer that is a secret.
    mutating func wipe() { bytes.wipe() }

    var body: Span<UInt8> {
        @_lifetime(borrow self) get { bytes[bodyStart..<bytes.count] }
    }
}

extension Obstacle {
    init(_ error: SystemError, after seconds: Int) {
        switch error.cause {
        case .missing: self = .noSocket
        case .refused: self = .nobodyListens
        case .forbidden: self = .forbidden
        case .timedOut: self = .noAnswer(seconds: seconds)
        case .tooLarge, .other: self = .other(error.description)
        }
    }
}
