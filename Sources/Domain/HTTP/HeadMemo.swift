internal import Bytes
internal import Text

/// The head that was decoded last.
///
/// Programs that keep a connection send the same head again and again: one that equals it byte for byte, but for how long
/// the body is, means the same. Not for heads that may hold a secret, since the time that it takes tells how much of a head
/// is like another's.
package struct HeadMemo: ~Copyable {
    private var text = ByteBuffer(capacity: 512)
    private var head: RequestHead?

    package init() {}

    /// As `RequestHead.decode`.
    package mutating func decode(_ input: Span<UInt8>, _ scan: inout HeadScan) throws(HTTPError)
        -> RequestHead?
    {
        if let known = known(input) {
            scan = HeadScan()
            return known
        }
        guard let head = try RequestHead.decode(input, &scan) else { return nil }
        text.removeAll()
        text.append(input.extracting(first: head.length))
        self.head = head
        return head
    }

    /// Mutating, since else the memo is copied for it.
    private mutating func known(_ input: Span<UInt8>) -> RequestHead? {
        guard let head, input.count >= head.length else { return nil }
        let digits = head.contentLengthDigits
        guard text[0..<digits.lowerBound].equals(input.extracting(0..<digits.lowerBound)) else { return nil }
        let rest = digits.upperBound..<head.length
        guard text[rest].equals(input.extracting(rest)) else { return nil }
        if digits.isEmpty { return head }
        return input.extracting(digits).decimalValue.flatMap(head.withBody)
    }
}
