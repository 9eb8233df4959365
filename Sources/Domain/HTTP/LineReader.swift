internal import Bytes

/// Splits a head into lines, which end with CR LF and contain no control character but tabs.
///
/// RFC 9112, 2.2 would allow a bare LF as well, but parsers that disagree about it make request smuggling possible.
struct LineReader: ~Escapable {
    private let bytes: Span<UInt8>
    private(set) var position: Int

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, from position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    /// The next line without its end; `nil` when it is incomplete.
    @_lifetime(self: copy self)
    mutating func next() throws(HTTPError) -> Range<Int>? {
        let start = position
        guard let end = bytes.firstControl(from: start) else { return nil }
        switch bytes[end] {
        case .carriageReturn: break
        case .lineFeed: throw HTTPError(.malformedLineEnd, at: end)
        default: throw HTTPError(.controlCharacter, at: end)
        }
        guard end + 1 < bytes.count else { return nil }
        guard bytes[end + 1] == .lineFeed else { throw HTTPError(.malformedLineEnd, at: end) }
        position = end + 2
        return start..<end
    }

    /// Passes all fields up to the empty line to `consumer`; `nil` when that line is missing so far.
    @_lifetime(self: copy self)
    mutating func fields(into consumer: inout some FieldConsumer) throws(HTTPError) -> HeaderBlock? {
        let start = position
        var count = 0
        while let line = try next() {
            if line.isEmpty { return HeaderBlock(range: start..<line.lowerBound) }
            count += 1
            guard count <= HTTPLimit.fields else { throw HTTPError(.tooManyFields, at: line.lowerBound) }
            try consumer.take(Field(line, of: bytes), of: bytes)
        }
        return nil
    }
}

/// How much of an incomplete head was searched, so that a head in many small pieces is not parsed for each of them.
///
/// A head is parsed when its first bytes arrive. If it was incomplete, only new bytes are searched, and the parser runs
/// again when they contain the end of the head or a malformed line end.
package struct HeadScan: Equatable, Sendable {
    private var scanned: UInt16 = 0

    package init() {}

    /// Runs `parse` when the head may be complete; resets itself for the next head when it was.
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

    /// After an incomplete head, `true` only if parsing will succeed or throw.
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
