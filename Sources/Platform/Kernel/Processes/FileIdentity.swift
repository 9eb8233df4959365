internal import CLinux
internal import Glibc

/// One file, whatever it is called.
package struct FileIdentity: Equatable, Sendable {
    package let device: UInt64
    package let inode: UInt64

    /// Of the file at a path that somebody else chose; `nil` when there is none, or when it would have to be looked for.
    ///
    /// What runs is known to the kernel. Any other path may lead to a file system that never answers.
    package static func known(at path: String) throws(SystemError) -> FileIdentity? {
        guard !path.utf8.contains(0) else { return nil }
        let number = retryingShim { unsafe path.withCString { text in unsafe linux_open_known(text) } }
        guard ![-ENOENT, -ENOTDIR, -EAGAIN].contains(number) else { return nil }
        let file = Descriptor(owning: try SystemError.check(number, "openat2", path))
        return try FileIdentity(of: "", at: file)
    }

    init(of name: String, at directory: borrowing Descriptor) throws(SystemError) {
        var found = linux_identity()
        let result = unsafe name.withCString { text in
            unsafe linux_identify(directory.number, text, &found)
        }
        try SystemError.check(result, "statx", name)
        device = found.device
        inode = found.inode
    }
}
