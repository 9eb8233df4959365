internal import Glibc

/// A new version of a file, written beside it: readers see the old version or the new one, never a part.
///
/// Each step is a method, in the order of use, so that a caller can fail between any two. If the value ends
/// before `install`, it removes the temporary file.
package struct FileReplacement: ~Copyable, Sendable {
    private let path: FilePath
    private let temporaryName: String
    private let directory: Descriptor
    private let file: Descriptor
    package private(set) var isInstalled = false

    /// Creates the temporary file in the directory of `path`, readable by its owner only.
    ///
    /// It refuses to replace a device, or a link to one, because other programs use it.
    package init(of path: String) throws(SystemError) {
        let parts = try FilePath(path)
        if let present = try FileStatus.reached(by: path), present.kind != .regular {
            throw SystemError(call: "replace", code: ENOTSUP, path: path)
        }
        let directory = try parts.openReadableFolder()
        let number = directory.number
        let temporaryName = FileReplacement.temporaryName(for: parts.name)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let made = try unsafe withPath(temporaryName, "create") { name in
            retrying { unsafe openat(number, name, flags, 0o600) }
        }
        file = Descriptor(owning: made)
        self.temporaryName = temporaryName
        self.directory = directory
        self.path = parts
    }

    deinit {
        // A temporary file that cannot be removed is harmless: no program reads its name.
        if !isInstalled { _ = unsafe unlinkat(directory.number, temporaryName, 0) }
    }
}

// Temporary files that a writer left because it was killed before the rename.
extension FileReplacement {
    private static let digits = 16

    static func temporaryName(for name: String) -> String {
        let number = String(Randomness.number(), radix: 16)
        return ".\(name).\(String(repeating: "0", count: digits - number.utf8.count))\(number)"
    }

    /// Returns the name of the file that a temporary file was to replace, or `nil` for any other file.
    package static func target(ofTemporary name: String) -> String? {
        guard name.hasPrefix("."), name.utf8.count > digits + 2 else { return nil }
        let number = name.suffix(digits)
        let rest = name.dropFirst().dropLast(digits)
        guard rest.hasSuffix("."), number.allSatisfy({ "0123456789abcdef".contains($0) }) else { return nil }
        return String(rest.dropLast())
    }

    /// Removes the temporary files; no other process may be writing the file at this time.
    package static func removeLeftovers(of path: String) throws(SystemError) {
        let parts = try FilePath(path)
        let folder = try parts.openReadableFolder()
        for name in try File.names(in: parts.directory) where target(ofTemporary: name) == parts.name {
            let number = folder.number
            _ = try unsafe withPath(name, "unlink") { text in
                retrying { unsafe unlinkat(number, text, 0) }
            }
        }
    }

    package func write(_ bytes: Span<UInt8>) throws(SystemError) {
        try file.writeAll(bytes)
    }

    /// Sets mode and owner; until then only the owner of the process can read the file.
    package func open(to access: FileAccess) throws(SystemError) {
        try file.set(access, as: path.whole)
    }

    /// Syncs the content, so that a crash cannot leave an empty file under the final name.
    package func synchronize() throws(SystemError) {
        try check(retrying { fsync(file.number) }, "fsync")
    }

    /// Replaces the old version.
    package mutating func install() throws(SystemError) {
        let number = directory.number
        try check(retrying { unsafe renameat(number, temporaryName, number, path.name) }, "rename")
        isInstalled = true
    }

    /// Syncs the rename.
    package func synchronizeDirectory() throws(SystemError) {
        try check(retrying { fsync(directory.number) }, "fsync")
    }

    private func check(_ result: Int32, _ call: StaticString) throws(SystemError) {
        try SystemError.check(result, call, path.whole)
    }
}

// The steps that wait for the disk.
extension FileReplacement {
    /// Performs all steps after the content is written.
    package mutating func finish() throws(SystemError) {
        try synchronize()
        try install()
        try synchronizeDirectory()
    }

    /// Starts to sync the last change, content or rename.
    package func synchronize(by background: inout BackgroundSync) throws(SystemError) {
        if isInstalled {
            try background.begin(directory, path.whole)
        } else {
            try background.begin(file, path.whole)
        }
    }
}

extension File {
    /// Performs all steps; without `access` only the owner of the process can read the file.
    package static func replace(
        _ path: String, with bytes: Span<UInt8>, access: FileAccess? = nil
    ) throws(SystemError) {
        var replacement = try FileReplacement(of: path)
        try replacement.write(bytes)
        if let access { try replacement.open(to: access) }
        try replacement.finish()
    }
}
