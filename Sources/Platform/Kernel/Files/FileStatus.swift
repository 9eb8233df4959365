internal import Glibc

/// What the file system says of one file.
package struct FileStatus: Equatable, Sendable {
    package enum Kind: Equatable, Sendable { case regular, directory, symbolicLink, socket, other }

    package let kind: Kind
    /// The permission bits, set-id and sticky bits included.
    package let mode: UInt32
    package let user: UInt32
    package let group: UInt32
    package let size: Int
    package let device: UInt64
    package let inode: UInt64

    private init(_ status: stat) {
        kind = Kind(format: status.st_mode & S_IFMT)
        mode = status.st_mode & 0o7777
        user = status.st_uid
        group = status.st_gid
        size = status.st_size
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}

extension FileStatus {
    package init(of descriptor: borrowing Descriptor) throws(SystemError) {
        let number = descriptor.number
        var status = stat()
        try SystemError.check(retrying { unsafe fstat(number, &status) }, "fstat")
        self.init(status)
    }

    /// `nil` when the stream is closed.
    package init?(of stream: StandardStream) {
        var status = stat()
        guard unsafe fstat(stream.rawValue, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Of the path itself: a symbolic link is not followed.
    package init(ofLink path: String) throws(SystemError) {
        var status = stat()
        _ = try unsafe withPath(path, "lstat") { text in retrying { unsafe lstat(text, &status) } }
        self.init(status)
    }

    /// The same, or `nil` where nothing is.
    package static func existing(at path: String) throws(SystemError) -> FileStatus? {
        do throws(SystemError) {
            return try FileStatus(ofLink: path)
        } catch {
            guard error.code == ENOENT else { throw error }
            return nil
        }
    }
}

extension FileStatus {
    /// Of what the path leads to, also by a link; `nil` where that is nothing.
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
