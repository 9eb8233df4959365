internal import Bytes
internal import Commands
internal import HTTP
internal import Kernel
internal import Reaching
internal import Text

/// One connection to the daemon that never waits: requests queue until they can be sent, answers are taken as they come.
struct Channel: ~Copyable {
    private static let portion = 65_536

    let connection: Descriptor
    private let path: String
    private var output = ByteBuffer(capacity: 1_024)
    private var sent = 0
    private var input = ByteBuffer(capacity: portion)
    /// Where the answer that comes next begins.
    private var start = 0
    private var scan = HeadScan()
    private var head: ResponseHead?

    init(_ connection: consuming Descriptor, to path: String) {
        self.connection = connection
        self.path = path
    }
}

extension Channel {
    mutating func queue(_ request: APIRequest) {
        request.write(into: &output)
    }

    mutating func queue(_ request: borrowing ByteBuffer) {
        output.append(request)
    }

    var wantsToSend: Bool { sent < output.count }

    /// Hands over what the kernel takes; where the daemon is gone, its last words can still be read.
    mutating func send() throws(SystemError) {
        while wantsToSend {
            switch try connection.send(output[sent..<output.count]) {
            case .bytes(let count): sent += count
            case .wouldBlock: return
            case .peerGone: sent = output.count
            }
        }
        output.removeAll()
        sent = 0
    }

    /// Takes what has come; `false`: nothing more will.
    mutating func receive() throws(SystemError) -> Bool {
        if start > 0 {
            input.removeFirst(start)
            start = 0
        }
        return try connection.receive(into: &input, atMost: Channel.portion) != .endOfStream
    }

    /// Hands out the next answer that is there whole, or says that there is none.
    mutating func next() throws(Failure) -> Arrival? {
        guard let head = try nextHead() else { return nil }
        guard case .bytes(let count) = head.body(answering: .get), count <= Conversation.maximumAnswer else {
            throw .unknownForm
        }
        let bodyStart = start + head.length
        guard input.count - bodyStart >= count else { return nil }
        let retryAfter = head.headers.firstValue(of: "retry-after", in: input[start..<bodyStart]).flatMap {
            input[start..<bodyStart].extracting($0).decimalValue
        }
        start = bodyStart + count
        self.head = nil
        return Arrival(code: head.status, retryAfter: retryAfter, body: bodyStart..<start)
    }

    /// The head of the answer that comes next.
    private mutating func nextHead() throws(Failure) -> ResponseHead? {
        if let head { return head }
        guard input.count > start else { return nil }
        var scan = scan
        do throws(HTTPError) {
            head = try ResponseHead.decode(input[start..<input.count], &scan)
            self.scan = scan
        } catch {
            throw Failure(.upstream, "what answers at \(path) is not the daemon: \(error)")
        }
        return head
    }

    /// The body of an answer; good until the next `receive`.
    subscript(arrival: Arrival) -> Span<UInt8> {
        @_lifetime(borrow self) get { input[arrival.body] }
    }
}

/// An answer that has come.
struct Arrival {
    let code: Int
    /// After how many seconds to ask again, where the answer says so.
    let retryAfter: Int?
    let body: Range<Int>
}
