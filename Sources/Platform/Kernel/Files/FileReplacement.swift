internal import Bytes
internal import Glibc

/// A new version of a file, written next to it: whoever reads sees the old one or the new one, never a part.
///
/// One method for each step, in their order, so that a caller can fail between any two. Until `install`
/// letting go of the value removes what was written.
package struct FileReplacement: ~Copyable, Sendable {
    private let path: FilePath
    private let temporaryName: String
    private let directory: Descriptor
    private let file: Descriptor
    package private(set) var isInstalled = false

    /// Creates the temporary file in the directory of `path`, for its owner only.
    ///
    /// What is there and no file stays: a device, or a link to one, is used by others.
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
        // What cannot be removed is a stray file and no reason to fail: it has a name that nobody reads.
        if !isInstalled { _ = unsafe unlinkat(directory.number, temporaryName, 0) }
    }
}

// What writers leave that are killed before the rename.
extension FileReplacement {
    private static let digits = 16

    private static func temporaryName(for name: String) -> String {
        let number = String(Randomness.number(), radix: 16)
        return ".\(name).\(String(repeating: "0", count: digits - number.utf8.count))\(number)"
    }

    /// The name of the file that a temporary one was to replace; `nil`: it is none of ours.
    package static func target(ofTemporary name: String) -> String? {
        guard name.hasPrefix("."), name.utf8.count > digits + 2 else { return nil }
        let number = name.suffix(digits)
        let rest = name.dropFirst().dropLast(digits)
        guard rest.hasSuffix("."), number.allSatisfy({ "0123456789abcdef".contains($0) }) else { return nil }
        return String(rest.dropLast())
    }

    /// Removes them; nobody else may be writing the file now.
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
}

extension FileReplacement {
    package func write(_ bytes: Span<UInt8>) throws(SystemError) {
        try file.writeAll(bytes)
    }

    /// Opens the file to others; without this it stays its owner's.
    package func open(to access: FileAccess) throws(SystemError) {
        if let owner = access.owner {
            try check(retrying { fchown(file.number, owner.user, owner.group) }, "fchown")
        }
        try check(retrying { fchmod(file.number, access.mode) }, "fchmod")
    }

    /// Brings the bytes to the disk; without this a crash could leave an empty file under the right name.
    package func synchronize() throws(SystemError) {
        try check(retrying { fsync(file.number) }, "fsync")
    }

    /// Puts the new version in the place of the old one.
    package mutating func install() throws(SystemError) {
        let number = directory.number
        try check(retrying { unsafe renameat(number, temporaryName, number, path.name) }, "rename")
        isInstalled = true
    }

    /// Brings the change of names to the disk.
    package func synchronizeDirectory() throws(SystemError) {
        try check(retrying { fsync(directory.number) }, "fsync")
    }

    private func check(_ result: Int32, _ call: StaticString) throws(SystemError) {
        try SystemError.check(result, call, path.whole)
    }
}

// The steps that take as long as the disk.
extension FileReplacement {
    /// What comes after the bytes are written, at once.
    package mutating func finish() throws(SystemError) {
        try synchronize()
        try install()
        try synchronizeDirectory()
    }

    /// Begins to bring to the disk what changed last, the bytes or the names.
    package func synchronize(by background: inout BackgroundSync) throws(SystemError) {
        if isInstalled {
            try background.begin(directory, path.whole)
        } else {
            try background.begin(file, path.whole)
        }
    }
}

extension File {
    /// All the steps at once.
    package static func replace(_ path: String, with bytes: Span<UInt8>) throws(SystemError) {
        var replacement = try FileReplacement(of: path)
        try replacement.write(bytes)
        try replacement.finish()
    }
}
