import Bytes
import Glibc
import Kernel
import Testing

/// Folders of this host, in its own tree of control groups.
struct ControlGroupTreeTests {
    /// The place of the tree of version 2; `nil`: there is none, or no group can be made in it.
    private static let root: String? = {
        guard let mounts = try? File.contents(of: "/proc/self/mounts", atMost: 1_048_576) else { return nil }
        let lines = String(copying: mounts.span).split(separator: "\n").map { $0.split(separator: " ") }
        let root = lines.first { $0.count > 2 && $0[2] == "cgroup2" }.map { String($0[1]) }
        guard let root, unsafe access(root, W_OK) == 0 else { return nil }
        return root
    }()

    private let name = "ossauthd-tree-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"

    /// Makes groups one in the other; returns their ids, the outermost first.
    private func groups(_ count: Int, in root: String) throws -> [UInt64] {
        var path = "\(root)/\(name)"
        return try (0..<count).map { _ in
            let made = unsafe mkdir(path, 0o755)
            try #require(made == 0)
            defer { path += "/inner" }
            return try FileStatus(ofLink: path).inode
        }
    }

    private func remove(_ count: Int, in root: String) {
        for depth in (0..<count).reversed() {
            unsafe rmdir("\(root)/\(name)" + String(repeating: "/inner", count: depth))
        }
    }

    @Test(.enabled(if: root != nil)) func `a group is found by its id, and is missing once it is removed`()
        throws
    {
        let root = try #require(ControlGroupTreeTests.root)
        let tree = ControlGroupTree(at: root)
        defer { remove(3, in: root) }
        let ids = try groups(3, in: root)
        #expect(try tree.path(of: ids[0]) == .found("/\(name)"))
        #expect(try tree.path(of: ids[2]) == .found("/\(name)/inner/inner"))
        remove(3, in: root)
        #expect(try ids.allSatisfy { try tree.path(of: $0) == .missing })
        #expect(try tree.path(of: 0) == .missing)
    }

    @Test(.enabled(if: root != nil)) func `a search ends at its limit`() throws {
        let root = try #require(ControlGroupTreeTests.root)
        defer { remove(2, in: root) }
        _ = try groups(2, in: root)
        #expect(try ControlGroupTree(at: root, limit: 1).path(of: 0) == .tooLarge)
    }

    @Test(arguments: ["/proc", "/no-such-folder"])
    func `another file system is not a tree of control groups`(root: String) throws {
        #expect(try ControlGroupTree(at: root).path(of: 1) == .notUnified)
    }
}
