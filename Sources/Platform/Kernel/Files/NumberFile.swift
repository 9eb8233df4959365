internal import Bytes
internal import Glibc

/// A file with one number, overwritten in place without waiting for the disk.
///
/// The number survives when the process is killed, but may not survive a power failure.
package enum NumberFile {
    private static let digits = 19

    /// Creates the file if there is none, accessible to its owner only.
    package static func write(_ number: Int, to path: String) throws(SystemError) {
        let file = try LockFile.open(path)
        // A constant number of digits, so that no end of a longer number remains.
        let text = String(number)
        let padded = String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
        try file.writeAll(padded.utf8Span.span)
    }

    /// Returns `nil` if there is no file, or no number in it.
    package static func read(_ path: String) -> Int? {
        guard let text = try? File.contents(of: path, atMost: digits, followingLinks: false), !text.isEmpty
        else {
            return nil
        }
        return Int(String(copying: text.span))
    }
}
