internal import Bytes
package import Hashing

/// The first 128 bits of the HMAC of a message, as text for a path or a header.
///
/// The holder of the key can compute it again, so no list of issued codes is needed.
package struct ShortCode: ~Copyable {
    /// The length of the text.
    package static let length = 32

    private var text = ByteBuffer(capacity: ShortCode.length)

    package init(of message: Span<UInt8>, under key: borrowing HMACSHA256) {
        let code = key.authenticate(message)
        text.append(hex: code.span.extracting(first: ShortCode.length / 2))
    }

    package var span: Span<UInt8> {
        @_lifetime(borrow self) get { text.span }
    }

    /// Compares in constant time, which does not reveal the first difference.
    package func equals(_ other: Span<UInt8>) -> Bool {
        text.span.equalsInConstantTime(other)
    }
}
