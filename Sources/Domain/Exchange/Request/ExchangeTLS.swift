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
