internal import Bytes
internal import Kernel

/// The answers that a client has not taken yet.
struct ResponseOutput: ~Copyable {
    enum Flushed { case all, part, peerGone }

    /// A client that asks faster than it reads waits, and not our memory.
    private static let limit = 65_536

    var bytes = ByteBuffer(capacity: 2_048)
    private var sent = 0

    var isFull: Bool { bytes.count >= ResponseOutput.limit }
    var isEmpty: Bool { bytes.isEmpty }
}

extension ResponseOutput {
    /// Writes what the client takes now.
    mutating func flush(to socket: borrowing Descriptor) throws(SystemError) -> Flushed {
        while sent < bytes.count {
            switch try socket.send(bytes[sent..<bytes.count]) {
            case .bytes(let count): sent += count
            case .wouldBlock: return .part
            case .peerGone: return .peerGone
            }
        }
        discard()
        return .all
    }

    mutating func discard() {
        bytes.wipe()
        sent = 0
    }
}
