internal import CLinux
internal import Glibc

/// One file, whatever it is called.
package struct FileIdentity: Equatable, Sendable {
    package let device: UInt64
    package let inode: UInt64

    /// Of the file that is at the path as we see it; `nil` when there is none.
    package static func existing(at path: String) throws(SystemError) -> FileIdentity? {
        guard !path.utf8.contains(0) else { return nil }
        do throws(SystemError) {
            return try FileIdentity(of: path, in: AT_FDCWD)
        } catch {
            guard [ENOENT, ENOTDIR].contains(error.code) else { throw error }
            return nil
        }
    }

    init(of name: String, in directory: Int32) throws(SystemError) {
        var found = linux_identity()
        let result = unsafe name.withCString { text in unsafe linux_identify(directory, text, &found) }
        try SystemError.check(result, "statx", name)
        device = found.device
        inode = found.inode
    }
}
