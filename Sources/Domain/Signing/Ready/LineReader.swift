internal import Bytes

/// Hands out the pieces of a range, one after the other, without their separators.
struct LineReader {
    private(set) var rest: Range<Int>
    private(set) var isAtEnd = false
    private let separator: UInt8

    init(_ range: Range<Int>, separator: UInt8 = UInt8(ascii: "\n")) {
        rest = range
        self.separator = separator
    }

    /// The next piece that ends in a separator.
    mutating func next(in text: borrowing ByteBuffer) -> Range<Int>? {
        guard let found = text[rest].firstIndex(of: separator) else { return nil }
        let piece = rest.lowerBound..<(rest.lowerBound + found)
        rest = (piece.upperBound + 1)..<rest.upperBound
        return piece
    }

    /// The last piece, which no separator ends.
    mutating func takeRest() -> Range<Int> {
        isAtEnd = true
        return rest
    }
}
