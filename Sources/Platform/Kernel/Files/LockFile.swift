internal import CLinux
internal import Glibc

/// A file whose lock, not its content, matters.
package enum LockFile {
    /// Opens or creates it, for its owner only.
    package static func open(_ path: String) throws(SystemError) -> Descriptor {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        return Descriptor(
            owning: try unsafe withPath(path, "open") { text in
                retrying { unsafe Glibc.open(text, flags, 0o600) }
            })
    }
}

extension Descriptor {
    /// Locks the whole file for this open file description; `false` when someone else holds it.
    ///
    /// The lock ends with the descriptor, and does not care which process or thread asks.
    package func tryLock() throws(SystemError) -> Bool {
        let result = retryingShim { linux_lock(number, Int32(F_WRLCK)) }
        if result == -EAGAIN || result == -EACCES { return false }
        try SystemError.check(result, "lock")
        return true
    }

    package func unlock() throws(SystemError) {
        try SystemError.check(retryingShim { linux_lock(number, Int32(F_UNLCK)) }, "unlock")
    }
}
