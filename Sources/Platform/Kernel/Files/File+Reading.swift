package import Bytes
internal import Glibc

extension File {
    /// Opens a regular file for reading; anything else in its place, a pipe for instance, is an error and
    /// never waits.
    package static func open(_ path: String, followingLinks: Bool = true) throws(SystemError) -> Descriptor {
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followingLinks ? 0 : O_NOFOLLOW)
        let file = Descriptor(
            owning: try unsafe withPath(path, "open") { text in retrying { unsafe Glibc.open(text, flags) } })
        switch try FileStatus(of: file).kind {
        case .regular: return file
        case .directory: throw SystemError(call: "open", code: EISDIR, path: path)
        default: throw SystemError(call: "open", code: ENOTSUP, path: path)
        }
    }

    /// The same by no link but root's and ours, and by none at all to the file itself.
    package static func openTrusted(_ path: String) throws(SystemError) -> Descriptor {
        let parts = try FilePath(path)
        let folder = try parts.openFolder()
        let number = folder.number
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW
        let result = unsafe parts.name.withCString { name in
            retrying { unsafe openat(number, name, flags) }
        }
        let file = Descriptor(owning: try SystemError.check(result, "open", path))
        guard try FileStatus(of: file).kind == .regular else {
            throw SystemError(call: "open", code: ENOTSUP, path: path)
        }
        return file
    }

    /// All of a regular file; a longer one than `limit` is an error (`EFBIG`).
    package static func contents(
        of path: String, atMost limit: Int, followingLinks: Bool = true
    ) throws(SystemError) -> ByteBuffer {
        let file = try open(path, followingLinks: followingLinks)
        do throws(SystemError) {
            return try file.contents(atMost: limit)
        } catch {
            throw SystemError(call: error.call, code: error.code, path: path)
        }
    }

    /// All of what a person named: a file, or a pipe to its end, for which it waits; a folder or a terminal is an error.
    package static func contents(ofPipeOrFile path: String, atMost limit: Int) throws(SystemError)
        -> ByteBuffer
    {
        let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY
        let file = Descriptor(
            owning: try unsafe withPath(path, "open") { text in retrying { unsafe Glibc.open(text, flags) } })
        switch try FileStatus(of: file).kind {
        case .regular: return try file.contents(atMost: limit)
        case .other where isatty(file.number) == 0: return try file.rest(atMost: limit)
        case .directory: throw SystemError(call: "open", code: EISDIR, path: path)
        default: throw SystemError(call: "open", code: ENOTSUP, path: path)
        }
    }
}

extension Descriptor {
    /// What comes until the end; more than `limit` bytes are an error (`EFBIG`).
    fileprivate func rest(atMost limit: Int) throws(SystemError) -> ByteBuffer {
        var buffer = ByteBuffer()
        while try read(into: &buffer, atMost: 4_096) > 0 {
            guard buffer.count <= limit else { throw SystemError(call: "read", code: EFBIG) }
        }
        return buffer
    }

    /// Appends what comes next, and says how much; nothing at the end.
    func read(into buffer: inout ByteBuffer, atMost limit: Int) throws(SystemError) -> Int {
        let count = buffer.append(readingFrom: number, atMost: limit)
        guard count >= 0 else { throw SystemError(call: "read", code: Int32(-count)) }
        return count
    }

    /// All of an open file from its first byte, wherever it was read before.
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

    /// Writes all the bytes to a file.
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
    /// What `read` says, or the negative number of its error.
    mutating func append(readingFrom number: Int32, atMost limit: Int) -> Int {
        var count = 0
        unsafe appendUnsafely(atMost: limit) { room in
            count = retrying { unsafe read(number, room.baseAddress, room.count) }
            return max(count, 0)
        }
        return count
    }
}
