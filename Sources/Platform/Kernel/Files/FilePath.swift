internal import Glibc

/// A path in two parts: the folder that things are done in, and the name that they are done to.
struct FilePath: Sendable {
    let whole: String
    let directory: String
    let name: String

    init(_ path: String) throws(SystemError) {
        whole = path
        let start =
            path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
        name = String(path[start...])
        directory = start == path.startIndex ? "." : String(path[..<start])
        guard !name.isEmpty, !path.utf8.contains(0) else {
            throw SystemError(call: "create", code: EINVAL, path: path)
        }
    }

    /// The folder, to hold on to it while paths change.
    func openFolder() throws(SystemError) -> Descriptor {
        try TrustedWalk.folder(at: directory, of: whole)
    }

    /// The same for those who bring it to the disk.
    func openReadableFolder() throws(SystemError) -> Descriptor {
        let folder = try openFolder()
        let number = folder.number
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        let opened = retrying { unsafe openat(number, ".", flags) }
        return Descriptor(owning: try SystemError.check(opened, "open", whole))
    }
}
