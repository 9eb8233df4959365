/// What one head may cost; how long a body may be is for the caller to say.
package enum HTTPLimit {
    /// What nginx and most others allow with four large buffers; a real head of our clients has 200 bytes.
    package static let headBytes = 16_384
    /// RFC 9112, 3 asks for 8,000 at least.
    package static let targetBytes = 8_192
    /// Browsers send 20; each one costs a comparison or two.
    package static let fields = 64
    /// A petabyte.
    ///
    /// Head and body together must not overflow a number.
    package static let contentLengthDigits = 15
}
