internal import Bytes

/// Takes a head apart into its lines.
///
/// A line ends with CR LF and holds no control character but tabs. RFC 9112, 2.2 would allow a bare LF as well; two
/// parsers that disagree about one are how requests are smuggled.
struct LineReader: ~Escapable {
    private let bytes: Span<UInt8>
    private(set) var position: Int

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, from position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    /// The next line without its end; `nil` when its end has not come yet.
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

    /// Hands all fields up to the empty line to `consumer`; `nil` when the empty line has not come yet.
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

/// What learns from the fields of a head, one after the other.
protocol FieldConsumer {
    mutating func take(_ field: Field, of head: Span<UInt8>) throws(HTTPError)
}
