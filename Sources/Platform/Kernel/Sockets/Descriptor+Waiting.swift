package import Bytes
internal import Glibc

// For client programs, which have nothing else to do; a daemon never waits.
extension Descriptor {
    /// Reads some bytes, waiting for the first until `deadline` on the boot clock; then it fails with
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

    /// Writes all the bytes, waiting until `deadline` on the boot clock; a peer that is gone is an error
    /// here.
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

    /// Waits for something to read; `false`: the reader of the stream went away before.
    package func waitForInput(whileHeardAt stream: StandardStream) throws(SystemError) -> Bool {
        // Of a stream without wishes the kernel still tells that its other end is gone.
        var waiting: InlineArray<2, pollfd> = [
            pollfd(fd: number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stream.rawValue, events: 0, revents: 0),
        ]
        while true {
            var places = waiting.mutableSpan
            let result = unsafe places.withUnsafeMutableBufferPointer { unsafe poll($0.baseAddress, 2, -1) }
            if result > 0 { return waiting[1].revents == 0 }
            if result < 0, errno != EINTR { throw SystemError(call: "poll", code: errno) }
        }
    }

    func wait(for events: Int16, until deadline: Int64) throws(SystemError) {
        while true {
            let left = deadline - KernelClock.bootNanoseconds()
            guard left > 0 else { throw SystemError(call: "poll", code: ETIMEDOUT) }
            // Rounded up, so that the last fraction of a millisecond is not spent spinning.
            let milliseconds = Int32(clamping: (left - 1) / 1_000_000 + 1)
            var waiting = pollfd(fd: number, events: events, revents: 0)
            let result = unsafe poll(&waiting, 1, milliseconds)
            if result > 0 { return }
            if result < 0, errno != EINTR { throw SystemError(call: "poll", code: errno) }
        }
    }
}
