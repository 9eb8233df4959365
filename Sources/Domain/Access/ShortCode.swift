internal import Bytes
package import Hashing

/// The code of a message under a key, as text for a path or a header: 128 bits, which nobody guesses.
///
/// Whoever has the key makes it again, so that no list of those who were given one is kept.
package struct ShortCode: ~Copyable {
    /// Of the text.
    package static let length = 32

    private var text = ByteBuffer(capacity: ShortCode.length)

    package init(of message: Span<UInt8>, under key: borrowing HMACSHA256) {
        let code = key.authenticate(message)
        text.append(hex: code.span.extracting(first: ShortCode.length / 2))
    }

    package var span: Span<UInt8> {
        @_lifetime(borrow self) get { text.span }
    }

    /// Compares without telling by its time where the first difference is.
    package func equals(_ other: Span<UInt8>) -> Bool {
        text.span.equalsInConstantTime(other)
    }
}
