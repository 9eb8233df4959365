extension File {
    /// Whether the path exists and belongs to the user of this process.
    package static func isOwn(_ path: String) -> Bool {
        guard let status = try? FileStatus(ofLink: path) else { return false }
        return status.user == ThisProcess.user
    }

    /// Checks that only the user of this process can use the directory, and that no other user can replace
    /// it.
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

    /// Checks that no other user can change this file or folder, or replace it.
    package static func checkContents(of path: String) throws(SystemError) {
        try checkParent(path)
        try checkFolders(above: path)
    }

    /// Checks that no other user can replace this file.
    package static func checkFolders(above file: String) throws(SystemError) {
        var path = file
        repeat {
            path = path.folder
            try checkParent(path)
        } while path != "/"
    }

    /// Checks that no other user can make a file in the folder; the sticky bit does not prevent it.
    package static func checkExclusive(_ folder: String) throws(SystemError) {
        try checkContents(of: folder)
        guard let status = try FileStatus.reached(by: folder), status.mode & 0o022 != 0 else { return }
        throw SystemError(
            distrusting: folder,
            "\(status.ownership), so others can make files in it; name a folder of its own")
    }

    /// Checks that no user but root and `owner` can change the open file; `nil`: it may be of any user.
    package static func checkOwner(
        of status: FileStatus, at path: String, _ owner: UInt32?
    ) throws(SystemError) {
        guard status.mode & 0o022 == 0 else {
            throw SystemError(
                distrusting: path, "\(status.ownership), so others can change it; run 'chmod go-w \(path)'")
        }
        guard let owner, status.user != 0, status.user != owner else { return }
        throw SystemError(
            distrusting: path,
            "\(status.ownership), and that user can change it; run 'chown \(owner) \(path)'")
    }

    private static func checkParent(_ path: String) throws(SystemError) {
        let status = try FileStatus(ofLink: path)
        // Others may write to it if the sticky bit prevents them from renaming files of other users. The mode of a link
        // has no meaning; the walk checks the folder that contains it.
        let isSafe = status.kind == .symbolicLink || status.mode & 0o1000 != 0
        try check(status, at: path, isWritableForOthers: !isSafe && status.mode & 0o022 != 0)
    }

    /// Checks that only root and the user of this process can make, rename or remove anything in the open folder.
    static func checkExclusive(_ folder: borrowing Descriptor, as path: String) throws(SystemError) {
        let status = try FileStatus(of: folder)
        try check(status, at: path, isWritableForOthers: status.mode & 0o022 != 0)
    }

    private static func check(
        _ status: FileStatus, at path: String, isWritableForOthers: Bool
    ) throws(SystemError) {
        guard status.user == 0 || status.user == ThisProcess.user, !isWritableForOthers else {
            let remedy =
                isWritableForOthers
                ? "take the right to write away from others with 'chmod go-w \(path)'"
                : "give it to root or to user \(ThisProcess.user)"
            throw SystemError(
                distrusting: path, "\(status.ownership), so others could replace what is in it; \(remedy)")
        }
    }
}

extension FileStatus {
    /// The owner and the mode, in words.
    fileprivate var ownership: String { "is of user \(user) with mode \(digits)" }

    /// The changes that would make the folder private.
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
