internal import Bytes
internal import CLinux
internal import Glibc

/// A file without a place in the file system, which can be handed over whole and never changes again.
package enum MemoryFile {
    /// The name is only for those who look at `/proc`.
    ///
    /// Whoever inherits the file reads it from its first byte.
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

extension Descriptor {
    /// Whether it is a memory file that nobody can change any more, so that what was read once stays true.
    package var isSealed: Bool { linux_is_sealed(number) == 1 }
}
