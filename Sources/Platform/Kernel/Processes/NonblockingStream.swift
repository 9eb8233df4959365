internal import Glibc

/// A standard stream for a program that must not wait for the reader.
///
/// Other processes share the open file, so making it non-blocking would affect them; a pipe or a terminal is
/// opened again instead.
package struct NonblockingStream: ~Copyable, Sendable {
    private enum Access: ~Copyable, Sendable {
        case socket(Descriptor)
        /// A pipe or a terminal, opened again as non-blocking.
        case reopened(Descriptor)
        /// A file, which never blocks, or a pipe that we may not open.
        case shared
    }

    private let stream: StandardStream
    private let access: Access

    package init(_ stream: StandardStream) {
        self.stream = stream
        let kind = FileStatus(of: stream)?.kind
        let number =
            switch kind {
            case .socket: fcntl(stream.rawValue, F_DUPFD_CLOEXEC, 3)
            case .other: NonblockingStream.open(stream)
            default: Int32(-1)
            }
        if number < 0 {
            access = .shared
        } else {
            let descriptor = Descriptor(owning: number)
            access = kind == .socket ? .socket(descriptor) : .reopened(descriptor)
        }
    }

    private static func open(_ stream: StandardStream) -> Int32 {
        unsafe Glibc.open(
            "/proc/self/fd/\(stream.rawValue)", O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    }

    /// Writes as many of the bytes as possible without waiting.
    package func offer(_ bytes: Span<UInt8>) throws(SystemError) -> WriteResult {
        switch access {
        case .socket(let socket): return try socket.send(bytes)
        case .reopened(let stream): return try write(bytes, stream.number)
        case .shared:
            guard isReady(stream.rawValue, for: POLLOUT) else { return .wouldBlock }
            // A pipe with room has room for this many bytes.
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
}
