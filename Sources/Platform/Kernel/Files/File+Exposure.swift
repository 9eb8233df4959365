extension File {
    /// Whether every user of the host can read a file: its mode lets them, and so do all folders on the way to it.
    package static func isReadableForAll(_ path: String) throws(SystemError) -> Bool {
        let file = try open(path)
        guard try FileStatus(of: file).mode & 0o004 != 0 else { return false }
        // On the way that the kernel tells, no folder is a link any more.
        var folder = try target(ofLink: "/proc/self/fd/\(file.number)")
        while let slash = folder.lastIndex(of: "/"), slash != folder.startIndex {
            folder = String(folder[..<slash])
            guard try FileStatus(ofLink: folder).mode & 0o001 != 0 else { return false }
        }
        return true
    }
}
