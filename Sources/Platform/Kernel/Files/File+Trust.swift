internal import Glibc

extension File {
    /// Makes sure that a directory is ours alone, and that nobody else can put another one in its place.
    package static func checkPrivate(_ directory: String) throws(SystemError) {
        let status = try FileStatus(ofLink: directory)
        guard status.kind == .directory, status.user == ThisProcess.user, status.mode & 0o077 == 0 else {
            throw SystemError(
                call: "trust (it must be a directory of this user, with mode 0700)", code: EPERM,
                path: directory)
        }
        try checkFolders(above: directory)
    }

    /// Makes sure that nobody else can put another file in the place of this one.
    package static func checkFolders(above file: String) throws(SystemError) {
        var path = file
        while let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            path = String(path[..<slash])
            try checkParent(path)
        }
        try checkParent("/")
    }

    /// Those above must be ours or root's, and writable for others only where the sticky bit keeps them from renaming
    /// what is not theirs.
    private static func checkParent(_ path: String) throws(SystemError) {
        let status = try FileStatus(ofLink: path)
        // The mode of a link means nothing, and the folder that it lies in is looked at as well.
        let isWritableForOthers =
            status.kind != .symbolicLink && status.mode & 0o022 != 0 && status.mode & 0o1000 == 0
        guard status.user == 0 || status.user == ThisProcess.user, !isWritableForOthers else {
            throw SystemError(call: "trust (others could replace what is in it)", code: EPERM, path: path)
        }
    }
}
