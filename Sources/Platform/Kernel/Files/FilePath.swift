internal import CLinux
internal import Glibc

/// A path split into its folder and its last name.
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

    /// Opens the folder, to refer to it even if paths change.
    func openFolder() throws(SystemError) -> Descriptor {
        try TrustedWalk.folder(at: directory, of: whole)
    }

    /// Opens the folder for a sync.
    func openReadableFolder() throws(SystemError) -> Descriptor {
        try Descriptor(opening: ".", in: try openFolder(), O_RDONLY | O_DIRECTORY, as: whole)
    }
}

extension String {
    /// The folder of this absolute path.
    package var folder: String {
        guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")), slash != startIndex else { return "/" }
        return String(self[..<slash])
    }
}

/// Walks from folder to folder and follows only links of root and of our user: another user's link could lead
/// anywhere.
private struct TrustedWalk: ~Copyable {
    /// The limit of the kernel.
    private static let maximumLinks = 40

    /// The whole path, for errors.
    private let path: String
    private var place: Descriptor
    /// The names left to walk, the next one last.
    private var rest: [Substring]
    private var links = 0

    /// Opens the folder at `path`, which need not be readable; errors name `whole`.
    static func folder(at path: String, of whole: String) throws(SystemError) -> Descriptor {
        var walk = try TrustedWalk(path, of: whole)
        while let name = walk.rest.popLast() { try walk.go(to: name) }
        return walk.place
    }

    private init(_ path: String, of whole: String) throws(SystemError) {
        self.path = whole
        place = try TrustedWalk.start(path.hasPrefix("/") ? "/" : ".")
        rest = path.split(separator: "/").reversed()
    }

    private mutating func go(to name: Substring) throws(SystemError) {
        let next = try Descriptor(opening: String(name), in: place, linux_o_path | O_NOFOLLOW, as: path)
        let status = try FileStatus(of: next)
        guard status.kind == .symbolicLink else {
            place = next
            return
        }
        guard status.user == 0 || status.user == geteuid() else {
            throw SystemError(
                distrusting: path,
                "'\(name)' in this path is a link of user \(status.user), who could point it elsewhere; name its target instead"
            )
        }
        links += 1
        guard links <= TrustedWalk.maximumLinks else {
            throw SystemError(call: "open", code: ELOOP, path: path)
        }
        let target = try File.target(ofLink: "", in: next.number)
        if target.hasPrefix("/") { place = try TrustedWalk.start("/") }
        rest += target.split(separator: "/").reversed()
    }

    private static func start(_ path: String) throws(SystemError) -> Descriptor {
        try Descriptor(opening: path, linux_o_path | O_DIRECTORY)
    }
}
