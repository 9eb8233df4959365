internal import CLinux
internal import Glibc

/// A file that exists for its lock, not for its content.
package enum LockFile {
    /// Opens or creates the file, accessible to its owner only.
    package static func open(_ path: String) throws(SystemError) -> Descriptor {
        try Descriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
    }
}

extension Descriptor {
    /// Locks the whole file for this open file description; returns `false` if another holder has it.
    ///
    /// The lock ends with the descriptor and is independent of processes and threads.
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
