package import Bytes
internal import CLinux
internal import Glibc

// The hot path: `recv` and `send` cost a tenth less per request than `read` and `write`, and their flags make
// each call non-blocking whatever the mode of the descriptor.
extension Descriptor {
    /// Appends the bytes that have arrived, up to `limit`, without waiting for more.
    package func receive(into buffer: inout ByteBuffer, atMost limit: Int) throws(SystemError) -> ReadResult {
        precondition(limit > 0)
        var received = 0
        unsafe buffer.appendUnsafely(atMost: limit) { room in
            received = retrying { unsafe recv(number, room.baseAddress, limit, Int32(MSG_DONTWAIT)) }
            return max(received, 0)
        }
        return try readResult(received)
    }

    /// Sends as many bytes as the kernel takes now.
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

    /// Ends our direction of the connection; answers can still be read.
    package func finishSending() throws(SystemError) {
        let result = retrying { shutdown(number, Int32(SHUT_WR)) }
        if result == -ENOTCONN { return }
        try SystemError.check(result, "shutdown")
    }
}

/// The result of a read that never waits.
package enum ReadResult: Equatable, Sendable {
    case bytes(Int)
    case wouldBlock
    /// The peer closed or reset the connection.
    case endOfStream
}

/// The result of a write that never waits.
package enum WriteResult: Equatable, Sendable {
    /// The number of bytes that the kernel took, possibly fewer than offered.
    case bytes(Int)
    case wouldBlock
    case peerGone
}

// For client programs without other work; a daemon never waits.
extension Descriptor {
    /// Reads some bytes, waiting for the first until `deadline` on the boot clock; then fails with
    /// `ETIMEDOUT`.
    package func receive(
        into buffer: inout ByteBuffer, atMost limit: Int, waitingUntil deadline: Int64
    ) throws(SystemError) -> ReadResult {
        while true {
            let result = try receive(into: &buffer, atMost: limit)
            if result != .wouldBlock { return result }
            try wait(for: Int16(POLLIN), until: deadline)
        }
    }

    /// Writes all bytes, waiting until `deadline` on the boot clock; fails with `EPIPE` if the peer is gone.
    package func sendAll(_ bytes: Span<UInt8>, waitingUntil deadline: Int64) throws(SystemError) {
        var sent = 0
        while sent < bytes.count {
            switch try send(bytes.extracting(droppingFirst: sent)) {
            case .bytes(let count): sent += count
            case .wouldBlock: try wait(for: Int16(POLLOUT), until: deadline)
            case .peerGone: throw SystemError(call: "send", code: EPIPE)
            }
        }
    }

    /// Waits for input; returns `false` if the reader of the stream went away first.
    package func waitForInput(whileReaderExists stream: StandardStream) throws(SystemError) -> Bool {
        // The kernel reports the closed end of a stream even if no events are requested.
        var waiting: InlineArray<2, pollfd> = [
            pollfd(fd: number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stream.rawValue, events: 0, revents: 0),
        ]
        _ = try waiting.wait(until: .max)
        return waiting[1].revents == 0
    }

    func wait(for events: Int16, until deadline: Int64) throws(SystemError) {
        var waiting: InlineArray<1, pollfd> = [pollfd(fd: number, events: events, revents: 0)]
        guard try waiting.wait(until: deadline) else { throw SystemError(call: "poll", code: ETIMEDOUT) }
    }
}

/// Whether one of the events is there now, or an error or the end.
func isReady(_ number: Int32, for events: Int32) -> Bool {
    var state = pollfd(fd: number, events: Int16(events), revents: 0)
    return retrying { unsafe poll(&state, 1, 0) } > 0
}

extension InlineArray where Element == pollfd {
    /// Waits until one of them is ready; `false`: `deadline` on the boot clock came first.
    mutating func wait(until deadline: Int64) throws(SystemError) -> Bool {
        while true {
            let left = deadline - KernelClock.bootNanoseconds()
            guard left > 0 else { return false }
            // Rounded up, so as not to spin for the last fraction of a millisecond.
            let milliseconds = Int32(clamping: (left - 1) / 1_000_000 + 1)
            var places = mutableSpan
            let result = unsafe places.withUnsafeMutableBufferPointer {
                unsafe poll($0.baseAddress, nfds_t($0.count), milliseconds)
            }
            if result > 0 { return true }
            if result < 0, errno != EINTR { throw SystemError(call: "poll", code: errno) }
        }
    }
}

extension Descriptor {
    /// Whether input, its end, or a connection to accept is pending.
    package func hasInput() -> Bool {
        var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&waiting, 1, 0) > 0
    }

    /// Accepts the next connection without waiting, as non-blocking; returns `nil` if none is pending.
    ///
    /// A listener stays readable while the process or the machine is out of descriptors.
    package func accept() throws(SystemError) -> Descriptor? {
        while true {
            let number = linux_accept(self.number)
            switch number {
            case 0...: return Descriptor(owning: number)
            case -EAGAIN: return nil
            // The client gave up; another connection may be pending.
            case -EINTR, -ECONNABORTED, -EPROTO: continue
            default: throw SystemError(call: "accept", code: -number)
            }
        }
    }
}
