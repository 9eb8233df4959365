internal import CLinux

/// The unified tree of control groups (cgroup v2), as our mount namespace shows it.
///
/// The id of a group is the inode number of its folder. No other group ever gets it, and a group cannot be renamed.
package struct ControlGroupTree: Sendable {
    /// The result of a search.
    package enum Result: Equatable, Sendable {
        /// A path such as `/system.slice/nginx.service`.
        case found(String)
        case missing
        /// The tree has more groups than a search may visit.
        case tooLarge
        /// Another file system is mounted there: the tree of version 1, or a mixed one.
        case notUnified
    }

    package static let root = "/sys/fs/cgroup"
    /// A search stops after so many groups, which take up to 50 milliseconds.
    package static let limit = 4_096

    private let root: String
    private let limit: Int

    package init(at root: String = root, limit: Int = limit) {
        self.root = root
        self.limit = limit
    }

    /// Searches breadth first, so that groups deep in the tree, which users may make, do not hide those of services.
    package func path(of id: UInt64) throws(SystemError) -> Result {
        guard try isUnified else { return .notUnified }
        var folders = [""]
        var next = 0
        while next < folders.count {
            let parent = folders[next]
            next += 1
            for group in try groups(in: parent) {
                let path = "\(parent)/\(group.name)"
                if group.inode == id { return .found(path) }
                guard folders.count < limit else { return .tooLarge }
                folders.append(path)
            }
        }
        return .missing
    }

    package var isUnified: Bool {
        get throws(SystemError) {
            guard let folder = try attempting(File.openDirectory(root)) else { return false }
            let result = linux_is_unified_hierarchy(folder.number)
            return try attempting(SystemError.check(result, "fstatfs", root)) == 1
        }
    }

    /// The groups in a group; none if it was removed meanwhile.
    private func groups(in path: String) throws(SystemError) -> [File.Folder] {
        // To ask for the links of a folder costs a quarter of reading it, and most folders have none in them.
        guard try attempting(FileStatus(ofLink: root + path))?.holdsFolders == true else { return [] }
        return try attempting(File.folders(in: root + path)) ?? []
    }
}
