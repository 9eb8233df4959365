package import Bytes
internal import HTTP
package import Kernel
internal import Text

/// A connection to the daemon that never blocks: it queues requests until they can be sent, and reads answers as they arrive.
package struct Channel: ~Copyable {
    private static let portion = 65_536

    package let connection: Descriptor
    private var output = ByteBuffer(capacity: 1_024)
    private var sent = 0
    private var input = ByteBuffer(capacity: portion)
    /// The position of the next answer.
    private var start = 0
    private var scan = HeadScan()
    private var head: ResponseHead?

    package init(_ connection: consuming Descriptor) {
        self.connection = connection
    }

    /// Queues the request that `write` appends.
    package mutating func queue(_ write: (inout ByteBuffer) -> Void) {
        write(&output)
    }

    package var wantsToSend: Bool { sent < output.count }

    /// Sends as much as the kernel accepts; if the daemon is gone, its last answers can still be read.
    package mutating func send() throws(SystemError) {
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

    /// Reads the bytes that have arrived; `false`: the daemon has closed the connection.
    package mutating func receive() throws(SystemError) -> Bool {
        if start > 0 {
            input.removeFirst(start)
            start = 0
        }
        return try connection.receive(into: &input, atMost: Channel.portion) != .endOfStream
    }

    /// The next complete answer; `nil`: there is none yet.
    package mutating func next() throws(ReachingError) -> Arrival? {
        guard let head = try nextHead() else { return nil }
        guard case .bytes(let count) = head.body(answering: .get) else { throw .unknownForm }
        guard count <= Conversation.maximumAnswer else { throw .tooLong(limit: Conversation.maximumAnswer) }
        let bodyStart = start + head.length
        guard input.count - bodyStart >= count else { return nil }
        let retryAfter = head.headers.firstValue(of: "retry-after", in: input[start..<bodyStart]).flatMap {
            input[start..<bodyStart].extracting($0).decimalValue
        }
        start = bodyStart + count
        self.head = nil
        return Arrival(code: head.status, retryAfter: retryAfter, body: bodyStart..<start)
    }

    private mutating func nextHead() throws(ReachingError) -> ResponseHead? {
        if let head { return head }
        guard input.count > start else { return nil }
        var scan = scan
        do throws(HTTPError) {
            head = try ResponseHead.decode(input[start..<input.count], &scan)
            self.scan = scan
        } catch {
            throw .notHTTP(error)
        }
        return head
    }

    /// The body of an answer, valid until the next `receive`.
    package subscript(arrival: Arrival) -> Span<UInt8> {
        @_lifetime(borrow self) get { input[arrival.body] }
    }
}

/// A complete answer of a channel.
package struct Arrival {
    package let code: Int
    /// The seconds after which to retry, if the answer has them.
    package let retryAfter: Int?
    let body: Range<Int>
}
