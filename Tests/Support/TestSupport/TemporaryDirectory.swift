internal import Glibc
package import Kernel

/// An empty directory that goes, with all that is in it, when the test lets go.
package final class TemporaryDirectory: Sendable {
    package let path: String

    package init() throws {
        path = "/tmp/ossauthd-test-\(String(Randomness.number(), radix: 16))"
        try File.makeDirectory(path, mode: 0o700)
    }

    deinit {
        try? removeTree(path)
    }

    package func appending(_ name: String) -> String {
        "\(path)/\(name)"
    }
}

private func removeTree(_ directory: String) throws {
    for name in try File.names(in: directory) {
        let path = "\(directory)/\(name)"
        if try FileStatus(ofLink: path).kind == .directory {
            try removeTree(path)
        } else {
            try File.remove(path)
        }
    }
    try File.removeDirectory(directory)
}

extension File {
    /// Removes an empty directory.
    package static func removeDirectory(_ path: String) throws(SystemError) {
        guard unsafe rmdir(path) == 0 else { throw SystemError(call: "rmdir", code: errno, path: path) }
    }
}
