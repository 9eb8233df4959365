internal import CLinux
internal import Glibc

/// The metadata of one file.
package struct FileStatus: Equatable, Sendable {
    package enum Kind: Equatable, Sendable { case regular, directory, symbolicLink, socket, other }

    package let kind: Kind
    /// The permission bits, including set-id and sticky bits.
    package let mode: UInt32
    package let user: UInt32
    package let group: UInt32
    package let size: Int
    package let device: UInt64
    package let inode: UInt64
    /// The time of the last change of the content or the metadata, in nanoseconds.
    package let changedAt: Int64
    /// The time of the last change of the content, in seconds.
    package let writtenAt: Int64
    /// Whether a folder has more links than its own two: each folder in it has one.
    package let holdsFolders: Bool

    private init(_ status: stat) {
        kind = Kind(format: status.st_mode & S_IFMT)
        mode = status.st_mode & 0o7777
        user = status.st_uid
        group = status.st_gid
        size = status.st_size
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        holdsFolders = status.st_nlink > 2
        writtenAt = Int64(status.st_mtim.tv_sec)
        changedAt = Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
    }

    package init(of descriptor: borrowing Descriptor) throws(SystemError) {
        let number = descriptor.number
        var status = stat()
        try SystemError.check(retrying { unsafe fstat(number, &status) }, "fstat")
        self.init(status)
    }

    /// Returns `nil` if the stream is closed.
    package init?(of stream: StandardStream) {
        var status = stat()
        guard unsafe fstat(stream.rawValue, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Does not follow a symbolic link.
    package init(ofLink path: String) throws(SystemError) {
        var status = stat()
        _ = try unsafe withPath(path, "lstat") { text in retrying { unsafe lstat(text, &status) } }
        self.init(status)
    }

    /// Does the same, but returns `nil` if the path does not exist.
    package static func existing(at path: String) throws(SystemError) -> FileStatus? {
        do throws(SystemError) {
            return try FileStatus(ofLink: path)
        } catch {
            guard error.code == ENOENT else { throw error }
            return nil
        }
    }

    /// Follows symbolic links; returns `nil` if there is no file at the end.
    package static func reached(by path: String) throws(SystemError) -> FileStatus? {
        var status = stat()
        do throws(SystemError) {
            _ = try unsafe withPath(path, "stat") { text in retrying { unsafe stat(text, &status) } }
            return FileStatus(status)
        } catch {
            guard error.code == ENOENT else { throw error }
            return nil
        }
    }
}

extension FileStatus.Kind {
    fileprivate init(format: mode_t) {
        switch format {
        case S_IFREG: self = .regular
        case S_IFDIR: self = .directory
        case S_IFLNK: self = .symbolicLink
        case S_IFSOCK: self = .socket
        default: self = .other
        }
    }
}

/// The mode and owner of a file or socket; a client needs the right to write to connect to a socket.
package struct FileAccess: Equatable, Sendable {
    /// The permission bits.
    package var mode: UInt32
    /// `nil` keeps the user of the process.
    package var user: UInt32?
    package var group: UInt32?

    package init(mode: UInt32, user: UInt32? = nil, group: UInt32? = nil) {
        precondition(mode <= 0o777)
        self.mode = mode
        self.user = user
        self.group = group
    }

    /// The same for a folder, in which the right to read includes the right to open its files.
    package var ofFolder: FileAccess {
        FileAccess(mode: mode | (mode & 0o444) >> 2, user: user, group: group)
    }

    /// As `chown` expects it: all bits set means no change.
    var owner: (user: UInt32, group: UInt32)? {
        user == nil && group == nil ? nil : (user ?? .max, group ?? .max)
    }
}

extension Descriptor {
    /// Sets mode and owner of an open file or folder; an error names `path`.
    func set(_ access: FileAccess, as path: String) throws(SystemError) {
        if let owner = access.owner {
            try SystemError.check(retrying { fchown(number, owner.user, owner.group) }, "fchown", path)
        }
        try SystemError.check(retrying { fchmod(number, access.mode) }, "fchmod", path)
    }
}

extension FileStatus {
    /// Whether the file has exactly this mode, and the owners where they are given.
    package func matches(_ access: FileAccess) -> Bool {
        mode == access.mode && access.user ?? user == user && access.group ?? group == group
    }
}

/// One file, independent of its name.
package struct FileIdentity: Equatable, Sendable {
    package let device: UInt64
    package let inode: UInt64

    /// Returns `nil` if there is no file at the path in our mount namespace.
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
