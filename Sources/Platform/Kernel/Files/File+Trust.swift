extension File {
    /// Whether there is something that belongs to the user of this process.
    package static func isOwn(_ path: String) -> Bool {
        guard let status = try? FileStatus(ofLink: path) else { return false }
        return status.user == ThisProcess.user
    }

    /// Makes sure that a directory is ours alone, and that nobody else can put another one in its place.
    package static func checkPrivate(_ directory: String) throws(SystemError) {
        let status = try FileStatus(ofLink: directory)
        guard status.kind == .directory else {
            throw SystemError(
                distrusting: directory, "must be a directory; remove what is there, or name another one")
        }
        guard status.user == ThisProcess.user, status.mode & 0o077 == 0 else {
            throw SystemError(distrusting: directory, status.lackOfPrivacy(at: directory))
        }
        try checkFolders(above: directory)
    }

    /// Makes sure that nobody else can change what is in this file or folder, or put another one in its place.
    package static func checkContents(of path: String) throws(SystemError) {
        try checkParent(path)
        try checkFolders(above: path)
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
            let mend =
                isWritableForOthers
                ? "take the right to write away from others with 'chmod go-w \(path)'"
                : "give it to root or to user \(ThisProcess.user)"
            throw SystemError(
                distrusting: path, "\(status.ownership), so others could replace what is in it; \(mend)")
        }
    }
}

extension FileStatus {
    /// Whose it is, and what others may do with it.
    fileprivate var ownership: String { "is of user \(user) with mode \(digits)" }

    /// Whatever of its user and its mode must change for it to be ours alone.
    fileprivate func lackOfPrivacy(at path: String) -> String {
        let own = ThisProcess.user
        return [
            user == own
                ? nil : "belongs to user \(user), must belong to user \(own): run 'chown \(own) \(path)'",
            mode & 0o077 == 0 ? nil : "has mode \(digits), must be 0700: run 'chmod 0700 \(path)'",
        ].compactMap(\.self).joined(separator: "; ")
    }

    private var digits: String {
        let digits = String(mode, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
