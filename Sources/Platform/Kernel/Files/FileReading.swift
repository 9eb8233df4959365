package import Bytes
internal import Glibc

extension File {
    /// Opens a regular file for reading; fails on anything else and never waits, for a pipe for example.
    package static func open(_ path: String, followingLinks: Bool = true) throws(SystemError) -> Descriptor {
        let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | (followingLinks ? 0 : O_NOFOLLOW)
        let file = try Descriptor(opening: path, flags)
        switch try FileStatus(of: file).kind {
        case .regular: return file
        case .directory: throw SystemError(call: "open", code: EISDIR, path: path)
        default: throw SystemError(call: "open", code: ENOTSUP, path: path)
        }
    }

    /// Reads a regular file; fails with `EFBIG` if it is longer than `limit`.
    package static func contents(
        of path: String, atMost limit: Int, followingLinks: Bool = true
    ) throws(SystemError) -> ByteBuffer {
        let file = try open(path, followingLinks: followingLinks)
        return try mapping(file.contents(atMost: limit)) { (error: SystemError) in
            SystemError(call: error.call, code: error.code, path: path)
        }
    }

    /// Reads a file, or a pipe to its end, which may wait; fails for a folder or a terminal.
    package static func contents(ofPipeOrFile path: String, atMost limit: Int) throws(SystemError)
        -> ByteBuffer
    {
        let file = try Descriptor(opening: path, O_RDONLY | O_NOCTTY)
        switch try FileStatus(of: file).kind {
        case .regular: return try file.contents(atMost: limit)
        case .other where isatty(file.number) == 0: return try file.rest(atMost: limit)
        case .directory: throw SystemError(call: "open", code: EISDIR, path: path)
        default: throw SystemError(call: "open", code: ENOTSUP, path: path)
        }
    }
}

extension Descriptor {
    /// Reads to the end; fails with `EFBIG` after `limit` bytes.
    fileprivate func rest(atMost limit: Int) throws(SystemError) -> ByteBuffer {
        var buffer = ByteBuffer()
        while try read(into: &buffer, atMost: 4_096) > 0 {
            guard buffer.count <= limit else { throw SystemError(call: "read", code: EFBIG) }
        }
        return buffer
    }

    /// Appends the next bytes and returns their number, 0 at the end.
    func read(into buffer: inout ByteBuffer, atMost limit: Int) throws(SystemError) -> Int {
        let count = buffer.append(readingFrom: number, atMost: limit)
        guard count >= 0 else { throw SystemError(call: "read", code: Int32(-count)) }
        return count
    }

    /// Reads an open file from its first byte, whatever its position is.
    package func contents(atMost limit: Int) throws(SystemError) -> ByteBuffer {
        let expected = try FileStatus(of: self).size
        guard expected <= limit else { throw SystemError(call: "read", code: EFBIG) }
        // One more byte than expected, to see the end without growing.
        var buffer = ByteBuffer(capacity: expected + 1)
        while try readMore(into: &buffer, atMost: max(expected + 1 - buffer.count, 512)) {
            guard buffer.count <= limit else { throw SystemError(call: "read", code: EFBIG) }
        }
        return buffer
    }

    private func readMore(into buffer: inout ByteBuffer, atMost room: Int) throws(SystemError) -> Bool {
        let start = off_t(buffer.count)
        var count = 0
        unsafe buffer.appendUnsafely(atMost: room) { target in
            count = retrying { unsafe pread(number, target.baseAddress, room, start) }
            return max(count, 0)
        }
        guard count >= 0 else { throw SystemError(call: "read", code: Int32(-count)) }
        return count > 0
    }

    func writeAll(_ bytes: Span<UInt8>) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { source in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: source[written...])
                return retrying { unsafe write(number, rest.baseAddress, rest.count) }
            }
            guard count >= 0 else { throw SystemError(call: "write", code: Int32(-count)) }
            written += count
        }
    }
}

extension ByteBuffer {
    /// Returns the result of `read`, or the negated error number.
    mutating func append(readingFrom number: Int32, atMost limit: Int) -> Int {
        var count = 0
        unsafe appendUnsafely(atMost: limit) { room in
            count = retrying { unsafe read(number, room.baseAddress, room.count) }
            return max(count, 0)
        }
        return count
    }
}
