/// The path of a file with a secret, which only the helper reads.
///
/// A name without a slash is a systemd credential of the process that does the exchange, which may be in another unit
/// than the daemon.
package struct SecretFile: Equatable, Sendable {
    package let path: String

    package init(_ path: String) throws(ExchangeError) {
        guard path.isAbsolutePath || path.isCredentialName else { throw .path }
        self.path = path
    }

    package var isCredential: Bool { path.isCredentialName }
}

extension String {
    var isAbsolutePath: Bool {
        utf8.first == UInt8(ascii: "/") && utf8.count <= ExchangeLimit.pathBytes && !utf8.contains(0)
    }

    fileprivate var isCredentialName: Bool {
        (1...255).contains(utf8.count) && self != "." && self != ".."
            && utf8.allSatisfy { $0 != UInt8(ascii: "/") && $0 != 0 }
    }
}

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
