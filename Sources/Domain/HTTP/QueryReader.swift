package import Bytes
internal import Text

/// Walks over the `name=value` pairs of a query and decodes them.
///
/// A `+` is a plus sign, as RFC 3986 has it; only HTML forms mean a space by it.
package struct QueryReader: ~Escapable {
    private let query: Span<UInt8>
    private var position = 0

    @_lifetime(copy query)
    package init(_ query: Span<UInt8>) {
        self.query = query
    }

    /// The next pair, decoded into `scratch` behind what is there.
    ///
    /// `nil` at the end. Pairs of no bytes are skipped.
    @_lifetime(self: copy self)
    package mutating func next(into scratch: inout ByteBuffer) throws(HTTPError) -> QueryItem? {
        while position < query.count {
            let start = position
            let end = query.firstIndex(of: UInt8(ascii: "&"), from: start) ?? query.count
            position = end + 1
            if start < end { return try item(in: start..<end, into: &scratch) }
        }
        return nil
    }

    private func item(in range: Range<Int>, into scratch: inout ByteBuffer) throws(HTTPError) -> QueryItem {
        let pair = query.extracting(range)
        let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.count
        guard let name = scratch.append(percentDecoding: pair.extracting(first: equals)),
            let value = scratch.append(
                percentDecoding: pair.extracting(min(equals + 1, pair.count)..<pair.count))
        else { throw HTTPError(.malformedEscape, at: range.lowerBound) }
        return QueryItem(name: name, value: equals < pair.count ? value : nil)
    }
}

/// Where in the scratch buffer the parts of one pair stand.
package struct QueryItem: Equatable, Sendable {
    package let name: Range<Int>
    /// `nil` when there is no equals sign.
    package let value: Range<Int>?
}
