internal import CLinux
internal import Glibc

/// An anonymous file in memory that is passed on whole and never changes again.
package enum MemoryFile {
    /// Creates the file; its name appears only in `/proc`.
    ///
    /// Its position is the first byte, for the child that inherits it.
    package static func make(named name: String, containing bytes: Span<UInt8>) throws(SystemError)
        -> Descriptor
    {
        let file = Descriptor(
            owning: try unsafe withPath(name, "memfd_create") { unsafe linux_memory_file($0) })
        try file.writeAll(bytes)
        try SystemError.check(linux_seal(file.number), "seal")
        try SystemError.check(Int32(retrying { lseek(file.number, 0, SEEK_SET) }), "lseek")
        return file
    }
}

extension ThisProcess {
    /// Leaves a file for the program that replaces this one; its path is valid until that program ends.
    ///
    /// The path names the process, because children do not inherit every descriptor. Only the same user can open it.
    package static func leaveFile(_ name: String, containing bytes: Span<UInt8>) throws(SystemError) -> String
    {
        let file = try MemoryFile.make(named: name, containing: bytes)
        try SystemError.check(retrying { fchmod(file.number, 0o400) }, "fchmod", name)
        // Above the numbers that scripts use for their own files.
        let kept = try SystemError.check(retrying { fcntl(file.number, F_DUPFD, 100) }, "fcntl", name)
        return "/proc/\(number)/fd/\(kept)"
    }
}

extension Descriptor {
    /// Whether it is a memory file that can no longer change.
    package var isSealed: Bool { linux_is_sealed(number) == 1 }
}
