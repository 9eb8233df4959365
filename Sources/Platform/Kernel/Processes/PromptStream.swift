internal import Glibc

/// A standard stream for those who must not wait for its reader.
///
/// How it is open others chose, and share: to make it non-blocking would make it so for them as well. So a pipe or a
/// terminal is opened once more, for us alone.
package struct PromptStream: ~Copyable, Sendable {
    private enum Way: ~Copyable, Sendable {
        case socket(Descriptor)
        /// A pipe or a terminal, which never waits.
        case own(Descriptor)
        /// A file, which has no reader, or a pipe of somebody else, which we may not open.
        case shared
    }

    private let stream: StandardStream
    private let way: Way

    package init(_ stream: StandardStream) {
        self.stream = stream
        let kind = FileStatus(of: stream)?.kind
        let number =
            switch kind {
            case .socket: fcntl(stream.rawValue, F_DUPFD_CLOEXEC, 3)
            case .other: PromptStream.open(stream)
            default: Int32(-1)
            }
        if number < 0 {
            way = .shared
        } else {
            let descriptor = Descriptor(owning: number)
            way = kind == .socket ? .socket(descriptor) : .own(descriptor)
        }
    }

    private static func open(_ stream: StandardStream) -> Int32 {
        unsafe Glibc.open(
            "/proc/self/fd/\(stream.rawValue)", O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    }
}

extension PromptStream {
    /// Hands over as many of the bytes as are taken now.
    package func offer(_ bytes: Span<UInt8>) throws(SystemError) -> WriteResult {
        switch way {
        case .socket(let socket): return try socket.send(bytes)
        case .own(let own): return try write(bytes, own.number)
        case .shared:
            guard hasRoom else { return .wouldBlock }
            // A pipe that has room has it for so many.
            return try write(bytes.extracting(first: Int(PIPE_BUF)), stream.rawValue)
        }
    }

    private func write(_ bytes: Span<UInt8>, _ number: Int32) throws(SystemError) -> WriteResult {
        let written = unsafe bytes.withUnsafeBytes { source in
            retrying { unsafe Glibc.write(number, source.baseAddress, source.count) }
        }
        switch written {
        case 0...: return .bytes(written)
        case -Int(EAGAIN): return .wouldBlock
        case -Int(EPIPE), -Int(EBADF): return .peerGone
        default: throw SystemError(call: "write", code: Int32(-written))
        }
    }

    private var hasRoom: Bool {
        var state = pollfd(fd: stream.rawValue, events: Int16(POLLOUT), revents: 0)
        return retrying { unsafe poll(&state, 1, 0) } > 0
    }
}
