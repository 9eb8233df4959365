internal import Bytes
internal import Commands
internal import HTTP
internal import Kernel

/// The events of the daemon over one connection, line by line, until it ends.
struct EventStream: ~Copyable {
    private static let portion = 16_384
    /// Of the sentence with which it says no.
    private static let longestRefusal = 65_536
    /// A state with a thousand profiles is shorter.
    private static let longestLine = 4_194_304

    private let path: String
    /// How long a daemon may take to begin; what comes then comes when something happens.
    private let patience: Duration
    private let connection: Descriptor
    private var body = ChunkedBody()
    private var lines = ByteBuffer()
    private var position = 0

    init(to path: String, patience: Duration) throws(Failure) {
        connection = try EventStream.connect(path, within: patience)
        self.path = path
        self.patience = patience
    }

    private static func connect(_ path: String, within patience: Duration) throws(Failure) -> Descriptor {
        let deadline = KernelClock.bootNanoseconds() + patience.wholeNanoseconds
        return try Failure.reaching(path, within: patience) { () throws(SystemError) in
            let connection = try UnixSocket.connect(to: path, waitingUntil: deadline)
            var request = ByteBuffer()
            APIRequest.watch.write(into: &request)
            try connection.sendAll(request.span, waitingUntil: deadline)
            return connection
        }
    }

    /// Waits for the beginning of the answer.
    mutating func begin() throws(Failure) {
        try begin(until: KernelClock.bootNanoseconds() + patience.wholeNanoseconds)
    }

    /// The next line, or `nil` at the end or when nobody reads the output any more; it is good until the next call.
    mutating func next() throws(Failure) -> Range<Int>? {
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

    subscript(line: Range<Int>) -> Span<UInt8> {
        @_lifetime(borrow self) get { lines[line] }
    }
}

extension EventStream {
    /// Reads the head of the answer, and whatever came with it.
    private mutating func begin(until deadline: Int64) throws(Failure) {
        var input = ByteBuffer(capacity: EventStream.portion)
        var scan = HeadScan()
        while true {
            guard try read(into: &input, until: deadline) else { throw .unreachable(.api, at: path, .hungUp) }
            guard let head = try EventStream.head(of: input.span, &scan) else { continue }
            guard head.status == 200 else { return try refuse(head, &input, until: deadline) }
            guard head.body(answering: .get) == .chunked else { throw .unknownForm }
            return try decode(input[head.length..<input.count])
        }
    }

    private static func head(of input: Span<UInt8>, _ scan: inout HeadScan) throws(Failure) -> ResponseHead? {
        do throws(HTTPError) {
            return try ResponseHead.decode(input, &scan)
        } catch {
            throw .unknownForm
        }
    }

    private mutating func refuse(
        _ head: ResponseHead, _ input: inout ByteBuffer, until deadline: Int64
    ) throws(Failure) {
        let length = head.length + min(head.contentLength ?? 0, EventStream.longestRefusal)
        while input.count < length, try read(into: &input, until: deadline) {}
        throw Failure(head.status, input[head.length..<min(length, input.count)], to: .watch)
    }

    /// What comes next; nothing at the end, or when nobody reads the output any more.
    private mutating func receive() throws(Failure) -> Bool {
        guard try waitWhileHeard() else { return false }
        var input = ByteBuffer(capacity: EventStream.portion)
        guard try read(into: &input, until: .max) else { return false }
        try decode(input.span)
        return true
    }

    private mutating func decode(_ bytes: Span<UInt8>) throws(Failure) {
        do throws(HTTPError) {
            try body.decode(bytes, into: &lines)
        } catch {
            throw .unknownForm
        }
    }

    private func waitWhileHeard() throws(Failure) -> Bool {
        try Failure.reaching(path, within: patience) { () throws(SystemError) in
            try connection.waitForInput(whileHeardAt: .output)
        }
    }

    private func read(into input: inout ByteBuffer, until deadline: Int64) throws(Failure) -> Bool {
        try Failure.reaching(path, within: patience) { () throws(SystemError) in
            try connection.receive(into: &input, atMost: EventStream.portion, waitingUntil: deadline)
                != .endOfStream
        }
    }
}
