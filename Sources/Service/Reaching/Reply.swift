internal import Bytes
internal import HTTP
internal import Text

/// What the daemon answered.
package struct Reply: ~Copyable {
    private let head: ResponseHead
    private var bytes: ByteBuffer

    init(_ head: ResponseHead, _ bytes: consuming ByteBuffer) {
        self.head = head
        self.bytes = bytes
    }

    package var code: Int { head.status }

    /// Whether the connection takes another request.
    package var keepAlive: Bool { head.keepAlive }

    /// After how many seconds it is worth to ask again, where the answer says so.
    package var retryAfter: Int? {
        head.headers.firstValue(of: "retry-after", in: bytes.span).flatMap { bytes[$0].decimalValue }
    }

    package var body: Span<UInt8> {
        @_lifetime(borrow self) get { bytes[head.length..<bytes.count] }
    }

    /// For an answer that is a secret.
    package mutating func wipe() { bytes.wipe() }
}
