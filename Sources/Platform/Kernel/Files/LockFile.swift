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
    /// Stands for all of a file as a place.
    private static let wholeFile: Int64 = -1

    /// Locks the whole file for this open file description; returns `false` if another holder has it.
    ///
    /// The lock ends with the descriptor and is independent of processes and threads.
    package func tryLock() throws(SystemError) -> Bool {
        let result = retryingShim { linux_lock(number, Int32(F_WRLCK), Descriptor.wholeFile) }
        if result == -EAGAIN || result == -EACCES { return false }
        try SystemError.check(result, "lock")
        return true
    }

    package func unlock() throws(SystemError) {
        try set(Int32(F_UNLCK), at: Descriptor.wholeFile)
    }

    /// Shares the lock of one byte with others that read; a folder may be locked so too.
    package func lockForReading(at place: Int64) throws(SystemError) {
        try set(Int32(F_RDLCK), at: place)
    }

    package func unlock(at place: Int64) throws(SystemError) {
        try set(Int32(F_UNLCK), at: place)
    }

    /// Whether another holder has a lock of either kind on this byte.
    package func isLockedByOthers(at place: Int64) throws(SystemError) -> Bool {
        try SystemError.check(retryingShim { linux_is_locked(number, place) }, "lock") == 1
    }

    private func set(_ type: Int32, at place: Int64) throws(SystemError) {
        try SystemError.check(retryingShim { linux_lock(number, type, place) }, "lock")
    }
}
