package import Bytes
package import CommandLine
internal import Text

/// Takes locations out of a list that comes in pieces, one a line; empty lines count for nothing.
package struct LocationReader: ~Copyable {
    /// The scheme, a bucket of 63 and a key of 1,023 bytes fit in well.
    private static let longestLine = 4_096

    private var bytes = ByteBuffer(capacity: 65_536)
    private var position = 0
    private var lineNumber = 0
    private let form: LocationForm

    package init(_ form: LocationForm = LocationForm()) {
        self.form = form
    }

    /// Lets `fill` append what comes next; it says how much that was, and nothing at the end.
    package mutating func fill<Failure: Error>(
        _ fill: (inout ByteBuffer) throws(Failure) -> Int
    ) throws(Failure) -> Int {
        bytes.removeFirst(position)
        position = 0
        return try fill(&bytes)
    }

    /// The next location, or `nil` where more must come first; `isLast`: no more will, so the rest is a line as well.
    package mutating func next(isLast: Bool) throws(UsageError) -> ObjectLocation? {
        while true {
            let end: Int
            if let found = bytes.span.firstIndex(of: UInt8(ascii: "\n"), from: position) {
                end = found
            } else {
                guard bytes.count - position <= LocationReader.longestLine else {
                    lineNumber += 1
                    throw tooLong()
                }
                guard isLast, position < bytes.count else { return nil }
                end = bytes.count
            }
            let line = position..<end
            position = min(end + 1, bytes.count)
            lineNumber += 1
            if let location = try location(in: line) { return location }
        }
    }

    private func location(in range: Range<Int>) throws(UsageError) -> ObjectLocation? {
        guard range.count <= LocationReader.longestLine else { throw tooLong() }
        let isDOS = !range.isEmpty && bytes[range.upperBound - 1] == UInt8(ascii: "\r")
        let start = range.lowerBound + (lineNumber == 1 ? markLength(in: range) : 0)
        let line = bytes[start..<max(start, range.upperBound - (isDOS ? 1 : 0))]
        guard line.count > 0 else { return nil }
        guard line.isUTF8 else { throw complaint("it is not UTF-8, but names in OSS are") }
        do throws(UsageError) {
            return try form.location(String(copying: line))
        } catch {
            throw complaint(error.description)
        }
    }

    /// Spreadsheets begin a UTF-8 file with a byte order mark.
    private func markLength(in range: Range<Int>) -> Int {
        bytes[range].hasPrefix("\u{FEFF}") ? 3 : 0
    }

    private func tooLong() -> UsageError { complaint("it is longer than any OSS-URL") }

    private func complaint(_ sentence: String) -> UsageError {
        UsageError("line \(lineNumber) of standard input: \(sentence)")
    }
}
