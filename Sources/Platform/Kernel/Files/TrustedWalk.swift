internal import CLinux
internal import Glibc

/// Goes from folder to folder, and follows no links but root's and ours: by theirs others could lead us anywhere.
struct TrustedWalk: ~Copyable {
    /// As many as the kernel follows.
    private static let maximumLinks = 40

    /// What is told of when the way ends.
    private let path: String
    private var place: Descriptor
    /// The names that are still to go, the next one last.
    private var rest: [Substring]
    private var links = 0

    /// The folder that a path leads to, as a place, which need not be readable; an error speaks of `whole`.
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
        let next = try open(String(name), linux_o_path | O_NOFOLLOW)
        let status = try FileStatus(of: next)
        guard status.kind == .symbolicLink else {
            place = next
            return
        }
        guard status.user == 0 || status.user == ThisProcess.user else {
            throw SystemError(
                distrusting: path,
                "'\(name)' on the way is a link of user \(status.user), who can let it lead elsewhere; name the place itself"
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

    private func open(_ name: String, _ flags: Int32) throws(SystemError) -> Descriptor {
        let number = place.number
        let result = unsafe name.withCString { text in
            retrying { unsafe openat(number, text, flags | O_CLOEXEC) }
        }
        return Descriptor(owning: try SystemError.check(result, "open", path))
    }

    private static func start(_ path: String) throws(SystemError) -> Descriptor {
        let flags = linux_o_path | O_DIRECTORY | O_CLOEXEC
        return Descriptor(
            owning: try unsafe withPath(path, "open") { text in retrying { unsafe Glibc.open(text, flags) } })
    }
}
