internal import Bytes
internal import Exchange
internal import Text

extension ExchangeRequest {
    /// The token of an identity provider has up to 20,000 characters.
    private static let formFileLimit = 32_768

    /// The body, with the content of the file that its form ends with.
    ///
    /// Whoever gets it wipes it.
    func wholeBody() throws(ExchangeFailure) -> ByteBuffer {
        guard let formFile else { return ByteBuffer(copying: body.utf8Span.span) }
        return try formFile.file.withSecret(atMost: ExchangeRequest.formFileLimit) {
            secret throws(ExchangeFailure) in
            var whole = ByteBuffer(capacity: body.utf8.count + secret.count + 256)
            whole.append(body)
            if !body.isEmpty { whole.append(UInt8(ascii: "&")) }
            whole.append(formFile.name)
            whole.append(UInt8(ascii: "="))
            whole.append(percentEncoded: secret)
            return whole
        }
    }
}
