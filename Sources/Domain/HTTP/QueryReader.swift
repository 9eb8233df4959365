package import Bytes
internal import Text

/// Decodes the `name=value` pairs of a query one by one.
///
/// A `+` is a plus sign, as in RFC 3986; only HTML forms, and some clients of OSS, use it for a space.
package struct QueryReader: ~Escapable {
    private let query: Span<UInt8>
    private let plusIsBlank: Bool
    private var position = 0

    @_lifetime(copy query)
    package init(_ query: Span<UInt8>, plusIsBlank: Bool = false) {
        self.query = query
        self.plusIsBlank = plusIsBlank
    }

    /// Appends the next pair to `scratch`, decoded; `nil` at the end.
    ///
    /// Empty pairs are skipped.
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
        guard let name = scratch.append(percentDecoding: pair.extracting(first: equals), plusIsBlank),
            let value = scratch.append(
                percentDecoding: pair.extracting(min(equals + 1, pair.count)..<pair.count), plusIsBlank)
        else { throw HTTPError(.malformedEscape, at: range.lowerBound) }
        return QueryItem(name: name, value: equals < pair.count ? value : nil)
    }
}

/// The ranges of the name and the value of a pair in the scratch buffer.
package struct QueryItem: Equatable, Sendable {
    package let name: Range<Int>
    /// `nil` when there is no equals sign.
    package let value: Range<Int>?
}
