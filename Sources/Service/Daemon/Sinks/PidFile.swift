internal import Bytes
internal import Kernel
internal import Text

/// A file that names a process.
struct PidFile {
    let process: Int32
    let status: FileStatus

    /// `nil` where no number is in it.
    init?(_ path: String) throws(SystemError) {
        let file = try File.openTrusted(path)
        status = try FileStatus(of: file)
        let text: ByteBuffer
        do throws(SystemError) {
            text = try file.contents(atMost: 32)
        } catch {
            throw SystemError(call: error.call, code: error.code, path: path)
        }
        guard let number = text.span.lineNumber, number > 1, number <= Int(Int32.max) else { return nil }
        process = Int32(number)
    }

    /// Whether whoever wrote it could signal that process himself; others would have us signal whom they like.
    var isEntitled: Bool {
        get throws(SystemError) {
            guard status.mode & 0o022 == 0 else { return false }
            if status.user == 0 || status.user == ThisProcess.user { return true }
            return try ProcessDirectory(process: process).users().allSatisfy { $0 == status.user }
        }
    }
}

extension Span<UInt8> {
    /// The number that stands on the first line alone.
    fileprivate var lineNumber: Int? {
        let end = firstIndex(of: UInt8(ascii: "\n")) ?? count
        return extracting(first: end).decimalValue
    }
}
