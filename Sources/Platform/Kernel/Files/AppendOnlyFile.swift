internal import Bytes
internal import Glibc

/// A file that only grows, readable by its owner only; each append is one write, so readers see whole lines.
package struct AppendOnlyFile: ~Copyable, Sendable {
    private let file: Descriptor
    private let path: String

    /// Opens or creates the file; fails with `EPERM` if others may read or write it.
    package init(_ path: String) throws(SystemError) {
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NOCTTY
        let file = try Descriptor(opening: path, flags, mode: 0o600)
        let status = try FileStatus(of: file)
        guard status.kind == .regular, status.mode & 0o077 == 0 else {
            throw SystemError(call: "open", code: EPERM, path: path)
        }
        self.file = file
        self.path = path
    }

    package func append(_ bytes: Span<UInt8>) throws(SystemError) {
        do throws(SystemError) {
            try file.writeAll(bytes)
        } catch {
            throw SystemError(call: error.call, code: error.code, path: path)
        }
    }
}
