internal import Bytes
internal import Kernel
internal import Sections
internal import Settings

/// Finds and reads the files of the configuration, in the order of their effect.
enum ConfigurationFiles {
    private static let maximumSize = 1_048_576

    /// With `path` only that file and its folder `.d`; otherwise those of `/etc`, `/run` and `/usr/lib`.
    static func read(_ path: String?) throws(SystemError) -> [SourceFile] {
        let folders = folders(path)
        if let path { return try read([path] + dropIns(in: folders)) }
        let main = "/etc/ossauthd/ossauthd.conf"
        let isThere = try FileStatus.existing(at: main) != nil
        return try read((isThere ? [main] : []) + dropIns(in: folders))
    }

    /// Warns of files that other users may change, because they control the daemon.
    static func remarks(on files: [String], of path: String?) -> [Remark] {
        let folders = folders(path).filter { (try? FileStatus.existing(at: $0)) != nil }
        // A folder above several files is reported once.
        var said: Set<String> = []
        return (files + folders).compactMap { path in
            do throws(SystemError) {
                try File.checkContents(of: path)
                return nil
            } catch {
                // Other errors mean that this user may not check the file.
                guard error.isTrustFailure, said.insert(error.description).inserted else { return nil }
                return .file(path, error.description)
            }
        }
    }

    private static func folders(_ path: String?) -> [String] {
        if let path { return ["\(path).d"] }
        return ["/usr/lib", "/run", "/etc"].map { "\($0)/ossauthd/ossauthd.conf.d" }
    }

    private static func read(_ paths: [String]) throws(SystemError) -> [SourceFile] {
        var files: [SourceFile] = []
        for path in paths { files.append(try read(file: path)) }
        return files
    }

    /// Sorted by name; a file in a later folder hides one of the same name in an earlier folder.
    static func dropIns(in folders: [String]) throws(SystemError) -> [String] {
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
