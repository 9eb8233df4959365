package import Bytes
internal import Glibc

// The hot path: `recv` and `send` cost a tenth less per request than `read` and `write`, and their flags make
// them non-blocking whatever the mode of the descriptor.
extension Descriptor {
    /// Appends what has arrived, up to `limit` bytes, without waiting for more.
    package func receive(into buffer: inout ByteBuffer, atMost limit: Int) throws(SystemError) -> ReadResult {
        precondition(limit > 0)
        var received = 0
        unsafe buffer.appendUnsafely(atMost: limit) { room in
            received = retrying { unsafe recv(number, room.baseAddress, limit, Int32(MSG_DONTWAIT)) }
            return max(received, 0)
        }
        return try readResult(received)
    }

    /// Hands over as many bytes as the kernel takes now.
    package func send(_ bytes: Span<UInt8>) throws(SystemError) -> WriteResult {
        guard bytes.count > 0 else { return .bytes(0) }
        let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
        let sent = unsafe bytes.withUnsafeBytes { source in
            retrying { unsafe Glibc.send(number, source.baseAddress, source.count, flags) }
        }
        switch sent {
        case 0...: return .bytes(sent)
        case -Int(EAGAIN): return .wouldBlock
        case -Int(EPIPE), -Int(ECONNRESET): return .peerGone
        default: throw SystemError(call: "send", code: Int32(-sent))
        }
    }

    private func readResult(_ received: Int) throws(SystemError) -> ReadResult {
        switch received {
        case 1...: .bytes(received)
        case -Int(EAGAIN): .wouldBlock
        case 0, -Int(ECONNRESET): .endOfStream
        default: throw SystemError(call: "recv", code: Int32(-received))
        }
    }

    /// Tells the peer that nothing more will come, while its answers are still read.
    package func finishSending() throws(SystemError) {
        let result = retrying { shutdown(number, Int32(SHUT_WR)) }
        if result == -ENOTCONN { return }
        try SystemError.check(result, "shutdown")
    }
}
