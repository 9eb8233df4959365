internal import Bytes

/// The head that was decoded last.
///
/// Programs that keep a connection send the same head again and again: one that equals it byte for byte means the same.
/// Not for heads that may hold a secret, since the time that it takes tells how much of a head is like another's.
package struct HeadMemo: ~Copyable {
    private var text = ByteBuffer(capacity: 512)
    private var head: RequestHead?

    package init() {}

    /// As `RequestHead.decode`.
    package mutating func decode(_ input: Span<UInt8>, _ scan: inout HeadScan) throws(HTTPError)
        -> RequestHead?
    {
        if let head, input.count >= head.length, text.equals(input.extracting(first: head.length)) {
            scan = HeadScan()
            return head
        }
        guard let head = try RequestHead.decode(input, &scan) else { return nil }
        text.removeAll()
        text.append(input.extracting(first: head.length))
        self.head = head
        return head
    }
}
