internal import Bytes
internal import Glibc

/// A file that only grows, for its owner only: a ledger, whose readers see every line whole.
package struct AppendOnlyFile: ~Copyable, Sendable {
    private let file: Descriptor
    private let path: String

    /// Opens or creates it; one that others may read or write is an error (`EPERM`).
    package init(_ path: String) throws(SystemError) {
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY
        let number = try unsafe withPath(path, "open") { text in retrying { unsafe open(text, flags, 0o600) }
        }
        let file = Descriptor(owning: number)
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
