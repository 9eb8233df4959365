internal import Bytes

/// The systemd unit of a process, and the slice of that unit.
///
/// Only the outermost unit counts: the cgroups below it are made by the unit itself, for instance by the service manager
/// of a user, which could use the name of any system service.
package struct CgroupPath: Equatable, Sendable {
    package let unit: String?
    package let slice: String?

    package static let unknown = CgroupPath(unit: nil, slice: nil)
}

extension CgroupPath {
    /// Reads `/proc/PID/cgroup`: the tree of systemd or the unified one; if both exist they must agree.
    package init(lines: Span<UInt8>) {
        var found = CgroupPath.unknown
        for line in String(copying: lines).split(separator: "\n") {
            guard let path = CgroupPath.path(ofLine: line) else { continue }
            let place = CgroupPath(path: path)
            guard place != .unknown else { continue }
            guard found == .unknown || found == place else {
                self = .unknown
                return
            }
            found = place
        }
        self = found
    }

    /// The path in one tree, such as `/system.slice/nginx.service`.
    package init(path: String) {
        var slice: String?
        guard path.hasPrefix("/") else {
            self = .unknown
            return
        }
        for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let name = CgroupPath.unitName(of: part) else { break }
            guard name.hasSuffix(".slice") else {
                self.init(unit: name, slice: slice ?? "-.slice")
                return
            }
            slice = name
        }
        self.init(unit: nil, slice: slice)
    }

    /// Returns the path in `0::PATH` of the unified tree or `N:name=systemd:PATH` of the older one.
    private static func path(ofLine line: Substring) -> String? {
        let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(
            String.init)
        guard parts.count == 3 else { return nil }
        let isUnified = parts[0] == "0" && parts[1].isEmpty
        return isUnified || parts[1] == "name=systemd" ? parts[2] : nil
    }

    /// Returns the unit of a folder; systemd prefixes names that the kernel uses for its files with an underscore.
    private static func unitName(of folder: Substring) -> String? {
        let name = folder.hasPrefix("_") ? folder.dropFirst() : folder
        guard name.utf8.count <= 255, let dot = name.lastIndex(of: ".") else { return nil }
        let stem = name[..<dot]
        guard let first = stem.first, first != "@", types.contains(String(name[name.index(after: dot)...])),
            stem.utf8.allSatisfy({ isUnitCharacter($0) })
        else { return nil }
        return String(name)
    }

    /// The types of units that have a control group.
    private static let types = ["service", "scope", "slice", "socket", "mount", "swap"]

    private static func isUnitCharacter(_ byte: UInt8) -> Bool {
        let isDigit = byte &- UInt8(ascii: "0") < 10
        let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 26
        return isDigit || isLetter || ":-_.\\@".utf8.contains(byte)
    }
}
