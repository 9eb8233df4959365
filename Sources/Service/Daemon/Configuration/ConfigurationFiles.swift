internal import Bytes
internal import Kernel
internal import Settings

/// Finds and reads the files that make up the configuration, in the order in which they count.
enum ConfigurationFiles {
    private static let maximumSize = 1_048_576

    /// With `path` only that file and its folder `.d`; else those of `/etc`, `/run` and `/usr/lib`.
    static func read(_ path: String?) throws(SystemError) -> [SourceFile] {
        let main = path ?? "/etc/ossauthd/ossauthd.conf"
        let folders = path.map { ["\($0).d"] } ?? ["/usr/lib", "/run", "/etc"].map { "\($0)/ossauthd/ossauthd.conf.d" }
        var files: [SourceFile] = []
        let isThere = try FileStatus.existing(at: main) != nil
        if path != nil || isThere { files.append(try read(file: main)) }
        for file in try dropIns(in: folders) { files.append(try read(file: file)) }
        return files
    }

    /// By name; a later folder hides files of the same name in an earlier one.
    private static func dropIns(in folders: [String]) throws(SystemError) -> [String] {
        var found: [String: String] = [:]
        for folder in folders where try FileStatus.existing(at: folder) != nil {
            for name in try File.names(in: folder) where name.hasSuffix(".conf") && !name.hasPrefix(".") {
                found[name] = "\(folder)/\(name)"
            }
        }
        return found.keys.sorted().compactMap { found[$0] }
    }

    private static func read(file path: String) throws(SystemError) -> SourceFile {
        let contents = try File.contents(of: path, atMost: maximumSize)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(contents.count)
        for index in 0..<contents.count { bytes.append(contents[index]) }
        return SourceFile(path: path, bytes: bytes)
    }
}
