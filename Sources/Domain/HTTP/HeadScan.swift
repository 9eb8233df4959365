internal import Bytes

/// How much of an unfinished head was looked at already, so that bytes that trickle in are not parsed again and again.
///
/// One per connection, two bytes small. At first sight a head is parsed at once; if that was too early, only the bytes
/// that are new are searched, and the parser runs again when they hold the end of the head or what cannot be one.
package struct HeadScan: Equatable, Sendable {
    private var scanned: UInt16 = 0

    package init() {}

    /// Runs `parse` on what may be a whole head; ready for the next head when that gave one.
    mutating func decode<Head>(
        _ input: Span<UInt8>, with parse: (Span<UInt8>) throws(HTTPError) -> Head?
    ) throws(HTTPError) -> Head? {
        let head = input.extracting(first: min(input.count, HTTPLimit.headBytes))
        if isWorthParsing(head), let decoded = try parse(head) {
            scanned = 0
            return decoded
        }
        guard head.count < HTTPLimit.headBytes else { throw HTTPError(.headTooLarge, at: head.count) }
        scanned = UInt16(head.count)
        return nil
    }

    /// Once a head was unfinished, this says yes only where parsing it succeeds or throws.
    private func isWorthParsing(_ head: Span<UInt8>) -> Bool {
        guard scanned > 0 else { return true }
        var position = Int(scanned)
        while let lineFeed = head.firstIndex(of: .lineFeed, from: position) {
            if head.endsHeadOrIsMalformed(at: lineFeed) { return true }
            position = lineFeed + 1
        }
        return false
    }
}

extension Span<UInt8> {
    fileprivate func endsHeadOrIsMalformed(at lineFeed: Int) -> Bool {
        guard lineFeed > 0, self[lineFeed - 1] == .carriageReturn else { return true }
        return lineFeed > 1 && self[lineFeed - 2] == .lineFeed
    }
}
