internal import Bytes
internal import EventLoop
internal import Kernel

/// One socket of an exchange, with the bytes that it has not taken yet.
struct Stream: ~Copyable {
    /// Read or sent at once; the buffers have about this size.
    static let portion = 32_768

    let socket: Descriptor
    private var output = ByteBuffer(capacity: 1_024)
    private var sent = 0
    /// The kernel has reported a change since the last call that had to wait.
    private var mayRead = true
    private var mayWrite = true
    private(set) var inputEnded = false
    private(set) var isGone = false

    init(_ socket: consuming Descriptor) {
        self.socket = socket
    }

    mutating func note(_ readiness: Readiness) {
        if !readiness.isDisjoint(with: [.readable, .inputEnds, .hangup, .error]) { mayRead = true }
        if !readiness.isDisjoint(with: [.writable, .hangup, .error]) { mayWrite = true }
        // Both ends are closed, so no answer can be delivered.
        if !readiness.isDisjoint(with: [.hangup, .error]) { isGone = true }
    }

    var pending: Int { output.count - sent }

    /// Whether there is room for another portion; else the other side must wait.
    var hasRoom: Bool { pending < Stream.portion }

    mutating func queue<Failure: Error>(
        _ write: (inout ByteBuffer) throws(Failure) -> Void
    ) throws(Failure) {
        compact()
        try write(&output)
    }

    private mutating func compact() {
        guard sent >= Stream.portion || sent == output.count else { return }
        output.removeFirst(sent)
        sent = 0
    }

    /// Returns whether bytes were sent.
    mutating func send() throws(SystemError) -> Bool {
        guard pending > 0, mayWrite else { return false }
        switch try socket.send(output[sent..<output.count]) {
        case .bytes(let count): sent += count
        case .wouldBlock:
            mayWrite = false
            return false
        case .peerGone:
            // Its last bytes can still be read.
            sent = output.count
            mayWrite = false
        }
        return true
    }

    /// Returns whether bytes or the end were read.
    mutating func receive(into buffer: inout ByteBuffer) throws(SystemError) -> Bool {
        guard mayRead, !inputEnded else { return false }
        switch try socket.receive(into: &buffer, atMost: Stream.portion) {
        case .bytes: return true
        case .wouldBlock:
            mayRead = false
            return false
        case .endOfStream:
            inputEnded = true
            return true
        }
    }
}
