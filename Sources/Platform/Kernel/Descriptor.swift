internal import Glibc

/// An open file, socket or the like, closed when the value ends.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32

    /// Takes ownership of a number that was opened with `O_CLOEXEC`.
    package init(owning number: Int32) {
        precondition(number >= 0)
        self.number = number
    }

    /// Gives up ownership; the caller must close the number.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    deinit {
        // Linux frees the number whatever `close` returns. Only EBADF is a bug: some other code closed our
        // descriptor.
        guard close(number) < 0 else { return }
        assert(errno != EBADF, "a descriptor was closed behind its owner's back")
    }

    /// Opens a path; a path with a zero byte is an error.
    init(opening path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) {
        let number = try unsafe withPath(path, "open") { text in
            retrying { unsafe open(text, flags | O_CLOEXEC, mode) }
        }
        self.init(owning: number)
    }

    /// Opens a name in a folder; an error names `path`.
    init(
        opening name: String, in folder: borrowing Descriptor, _ flags: Int32, mode: mode_t = 0,
        as path: String
    ) throws(SystemError) {
        let number = folder.number
        let opened = unsafe name.withCString { text in
            retrying { unsafe openat(number, text, flags | O_CLOEXEC, mode) }
        }
        self.init(owning: try SystemError.check(opened, "open", path))
    }

    /// For descriptors that another program opened; our own are non-blocking from the start where it matters.
    package func makeNonBlocking() throws(SystemError) {
        let flags = try SystemError.check(retrying { fcntl(number, F_GETFL) }, "fcntl")
        try SystemError.check(retrying { fcntl(number, F_SETFL, flags | O_NONBLOCK) }, "fcntl")
    }

    /// Returns a second number for the same open file.
    package func duplicate(atLeast lowest: Int32 = 3) throws(SystemError) -> Descriptor {
        Descriptor(
            owning: try SystemError.check(retrying { fcntl(number, F_DUPFD_CLOEXEC, lowest) }, "fcntl"))
    }

    /// Takes ownership of a descriptor that the parent passed under this number; `nil` if it passed none.
    package init?(inherited number: Int32) {
        guard retrying({ fcntl(number, F_SETFD, FD_CLOEXEC) }) == 0 else { return nil }
        self.init(owning: number)
    }
}
