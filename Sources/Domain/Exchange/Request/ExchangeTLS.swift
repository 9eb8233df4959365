internal import Bytes
internal import Text

/// The certificate and the key of a client for mutual TLS.
package struct ClientCertificate: Equatable, Sendable {
    package let path: String
    package let key: SecretFile

    package init(_ path: String, key: SecretFile) throws(ExchangeError) {
        guard path.isAbsolutePath else { throw .path }
        self.path = path
        self.key = key
    }
}

/// The digest of a public key in the format of curl: `sha256//` and base64.
package struct PublicKeyPin: Equatable, Sendable {
    package let text: String

    package init(_ text: String) throws(ExchangeError) {
        var digest = ByteBuffer(capacity: 64)
        guard text.hasPrefix("sha256//"),
            digest.append(base64Decoding: String(text.dropFirst(8)).utf8Span.span)?.count == 32
        else { throw .pin }
        self.text = text
    }
}
