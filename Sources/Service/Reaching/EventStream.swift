package import Bytes
internal import HTTP
internal import Kernel

/// An answer of lines that continues until the daemon closes the connection.
package struct EventStream: ~Copyable {
    private static let portion = 16_384
    /// The limit of the body of a refusal.
    private static let longestRefusal = 65_536
    /// A state with a thousand profiles is shorter.
    private static let longestLine = 4_194_304

    /// The time until the answer begins; later lines have none.
    private let patience: Int64
    private let connection: Descriptor
    private var body = ChunkedBody()
    private var lines = ByteBuffer()
    private var position = 0

    /// Connects and sends the request.
    package init(
        to path: String, _ request: borrowing ByteBuffer, patience: Duration
    ) throws(ReachingError) {
        let patience = Conversation.nanoseconds(of: patience)
        let deadline = KernelClock.bootNanoseconds() + patience
        let connection = try ReachingError.system(UnixSocket.connect(to: path, waitingUntil: deadline))
        try ReachingError.system(connection.sendAll(request.span, waitingUntil: deadline))
        self.patience = patience
        self.connection = connection
    }

    /// Waits for the beginning of the answer; returns the complete answer if it reports a problem.
    package mutating func begin() throws(ReachingError) -> Reply? {
        let deadline = KernelClock.bootNanoseconds() + patience
        var input = ByteBuffer(capacity: EventStream.portion)
        var scan = HeadScan()
        while true {
            guard try read(into: &input, until: deadline) else { throw .hungUp }
            guard let head = try EventStream.head(of: input.span, &scan) else { continue }
            guard head.status == 200 else {
                try readRefusal(head, &input, until: deadline)
                return Reply(head, input, end: nil)
            }
            guard head.body(answering: .get) == .chunked else { throw .unknownForm }
            try decode(input[head.length..<input.count])
            return nil
        }
    }

    /// The next line, valid until the next call; `nil` at the end, or when standard output is closed.
    package mutating func next() throws(ReachingError) -> Range<Int>? {
        while true {
            if let end = lines.span.firstIndex(of: UInt8(ascii: "\n"), from: position) {
                let line = position..<end
                position = end + 1
                return line
            }
            lines.removeFirst(position)
            position = 0
            guard lines.count < EventStream.longestLine else { throw .unknownForm }
            guard !body.hasEnded, try receive() else { return nil }
        }
    }

    package subscript(line: Range<Int>) -> Span<UInt8> {
        @_lifetime(borrow self) get { lines[line] }
    }

    private static func head(
        of input: Span<UInt8>, _ scan: inout HeadScan
    ) throws(ReachingError) -> ResponseHead? {
        try mapping(ResponseHead.decode(input, &scan)) { (_: HTTPError) in ReachingError.unknownForm }
    }

    private func readRefusal(
        _ head: ResponseHead, _ input: inout ByteBuffer, until deadline: Int64
    ) throws(ReachingError) {
        let length = head.length + min(head.contentLength ?? 0, EventStream.longestRefusal)
        while input.count < length, try read(into: &input, until: deadline) {}
        input.truncate(to: min(length, input.count))
    }

    /// Reads more lines; `false` at the end, or when standard output is closed.
    private mutating func receive() throws(ReachingError) -> Bool {
        guard try ReachingError.system(connection.waitForInput(whileReaderExists: .output)) else {
            return false
        }
        var input = ByteBuffer(capacity: EventStream.portion)
        guard try read(into: &input, until: .max) else { return false }
        try decode(input.span)
        return true
    }

    private mutating func decode(_ bytes: Span<UInt8>) throws(ReachingError) {
        try mapping(body.decode(bytes, into: &lines)) { (_: HTTPError) in ReachingError.unknownForm }
    }

    private func read(into input: inout ByteBuffer, until deadline: Int64) throws(ReachingError) -> Bool {
        try ReachingError.system(
            connection.receive(into: &input, atMost: EventStream.portion, waitingUntil: deadline)
                != .endOfStream)
    }
}
