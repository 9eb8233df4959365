internal import Bytes
internal import Glibc

/// A file that holds one number, replaced in place and without waiting for a disk.
///
/// So the number outlives a process that is killed, but not a host that loses its power.
package enum NumberFile {
    private static let digits = 19

    /// Makes the file where there is none, for its owner only.
    package static func write(_ number: Int, to path: String) throws(SystemError) {
        let file = try LockFile.open(path)
        // Always as many digits, so that no end of a longer one stays.
        let text = String(number)
        let padded = String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
        try file.writeAll(padded.utf8Span.span)
    }

    /// `nil` where nothing is, or something else.
    package static func read(_ path: String) -> Int? {
        guard let text = try? File.contents(of: path, atMost: digits, followingLinks: false), !text.isEmpty
        else {
            return nil
        }
        return Int(String(copying: text.span))
    }
}
