internal import Bytes
internal import HTTP
internal import Kernel

/// What a client has sent and nobody has answered yet.
struct RequestInput: ~Copyable {
    /// A string to sign has 1 KB.
    static let bodyLimit = 65_536
    private static let limit = HTTPLimit.headBytes + bodyLimit

    private(set) var bytes = ByteBuffer(capacity: 1_024)
    private var scan = HeadScan()
    /// Of a request whose body is still to come.
    private var head: RequestHead?
}

extension RequestInput {
    /// Takes what has arrived, as far as there is room; `false` when nothing more will come.
    mutating func receive(from socket: borrowing Descriptor) throws(SystemError) -> Bool {
        let room = RequestInput.limit - bytes.count
        guard room > 0 else { return true }
        return try socket.receive(into: &bytes, atMost: room) != .endOfStream
    }

    /// The head of the next request, when its body is here too; `welcome` is called when the client waits
    /// with the body for a word of ours.
    mutating func next(welcome: () -> Void) throws(HTTPError) -> RequestHead? {
        if head == nil {
            var scan = scan
            head = try RequestHead.decode(bytes.span, &scan)
            self.scan = scan
            if try isWaiting() { welcome() }
        }
        guard let complete = head, bytes.count >= complete.messageLength else { return nil }
        head = nil
        return complete
    }

    private func isWaiting() throws(HTTPError) -> Bool {
        guard let head else { return false }
        guard head.contentLength <= RequestInput.bodyLimit else {
            throw HTTPError(.contentTooLarge, at: head.length)
        }
        return head.expectsContinue && bytes.count == head.length
    }

    mutating func remove(_ answered: RequestHead) {
        bytes.removeFirst(answered.messageLength)
    }

    mutating func discard() {
        bytes.wipe()
    }
}
