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
        guard let formFile else {
            var whole = ByteBuffer(capacity: body.bytes.count)
            whole.append(body.bytes)
            return whole
        }
        return try formFile.file.withSecret(atMost: ExchangeRequest.formFileLimit) {
            secret throws(ExchangeFailure) in
            var whole = ByteBuffer(capacity: body.bytes.count + secret.count + 256)
            whole.append(body.bytes)
            if !body.bytes.isEmpty { whole.append(UInt8(ascii: "&")) }
            whole.append(formFile.name)
            whole.append(UInt8(ascii: "="))
            whole.append(percentEncoded: secret)
            return whole
        }
    }
}
