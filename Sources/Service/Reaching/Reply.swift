internal import Bytes
internal import HTTP
internal import Text

/// What the daemon answered.
package struct Reply: ~Copyable {
    private let head: ResponseHead
    private let bytes: ByteBuffer
    /// Where the answer ends, by what its head says.
    private let end: Int?

    init(_ head: ResponseHead, _ bytes: consuming ByteBuffer, end: Int?) {
        self.head = head
        self.bytes = bytes
        self.end = end
    }

    package var code: Int { head.status }

    /// Whether the connection takes another request.
    ///
    /// Not so where something came behind the answer: it would be taken for the next one.
    package var keepAlive: Bool { head.keepAlive && end == bytes.count }

    /// After how many seconds it is worth to ask again, where the answer says so.
    package var retryAfter: Int? {
        head.headers.firstValue(of: "retry-after", in: bytes.span).flatMap { bytes[$0].decimalValue }
    }

    package var body: Span<UInt8> {
        @_lifetime(borrow self) get { bytes[head.length..<bytes.count] }
    }
}
