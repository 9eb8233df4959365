internal import Glibc

/// An open file, socket or the like; whoever holds it closes it by letting go.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32

    /// Takes over a number that nobody else will close, and that was opened with `O_CLOEXEC`.
    package init(owning number: Int32) {
        precondition(number >= 0)
        self.number = number
    }

    /// Hands the number over to someone who closes it.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    deinit {
        // Linux frees the number whatever `close` answers; only a number that was not ours is worth a word, to who develops.
        guard close(number) < 0 else { return }
        assert(errno != EBADF, "a descriptor was closed behind its owner's back")
    }
}

extension Descriptor {
    /// For descriptors that others opened; ours are born so where it matters.
    package func makeNonBlocking() throws(SystemError) {
        let flags = try SystemError.check(retrying { fcntl(number, F_GETFL) }, "fcntl")
        try SystemError.check(retrying { fcntl(number, F_SETFL, flags | O_NONBLOCK) }, "fcntl")
    }

    /// A second number for the same open file.
    package func duplicate(atLeast lowest: Int32 = 3) throws(SystemError) -> Descriptor {
        Descriptor(
            owning: try SystemError.check(retrying { fcntl(number, F_DUPFD_CLOEXEC, lowest) }, "fcntl"))
    }
}
