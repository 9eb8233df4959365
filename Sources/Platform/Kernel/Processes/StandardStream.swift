package import Bytes
internal import Glibc

/// The three descriptors that every process starts with and that no value owns.
package enum StandardStream: Int32, Sendable {
    case input = 0
    case output = 1
    case error = 2

    package var isTerminal: Bool { isatty(rawValue) == 1 }

    package func write(_ bytes: Span<UInt8>) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { source in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: source[written...])
                return retrying { unsafe Glibc.write(rawValue, rest.baseAddress, rest.count) }
            }
            written += try accepted(count, "write")
        }
    }

    /// Whether the other end is closed, so that no output will be read.
    package var isOtherEndClosed: Bool {
        isReady(rawValue, for: 0)
    }

    /// Whether a read does not wait: there is input, or its end.
    package var hasInput: Bool {
        isReady(rawValue, for: POLLIN)
    }

    /// Reads to the end; fails with `EFBIG` after `limit` bytes.
    package func contents(atMost limit: Int) throws(SystemError) -> ByteBuffer {
        var buffer = ByteBuffer()
        while try receive(into: &buffer, atMost: 4_096) > 0 {
            guard buffer.count <= limit else { throw SystemError(call: "read", code: EFBIG) }
        }
        return buffer
    }

    /// Reads the available bytes, waiting for them if the stream is blocking; returns 0 at the end.
    ///
    /// A terminal taken for single keys never waits.
    package func receive(into buffer: inout ByteBuffer, atMost limit: Int) throws(SystemError) -> Int {
        while true {
            let count = buffer.append(readingFrom: rawValue, atMost: limit)
            let accepted = try accepted(count, "read")
            if count >= 0 { return accepted }
        }
    }

    /// Our parent decides how these are open: closed, or non-blocking for a program that shares the terminal.
    private func accepted(_ count: Int, _ call: StaticString) throws(SystemError) -> Int {
        switch count {
        case 0...: return count
        case -Int(EAGAIN):
            var waiting = pollfd(fd: rawValue, events: Int16(self == .input ? POLLIN : POLLOUT), revents: 0)
            _ = unsafe poll(&waiting, 1, -1)
            return 0
        case -Int(EBADF): throw SystemError(call: call, code: EPIPE)
        default: throw SystemError(call: call, code: Int32(-count))
        }
    }
}
