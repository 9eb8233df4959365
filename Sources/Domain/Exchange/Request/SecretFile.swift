/// The name of a file with a secret in it; the secret itself never crosses to or from the daemon.
package struct SecretFile: Equatable, Sendable {
    package let path: String

    package init(_ path: String) throws(ExchangeError) {
        guard path.isAbsolutePath else { throw .path }
        self.path = path
    }
}

extension String {
    var isAbsolutePath: Bool {
        utf8.first == UInt8(ascii: "/") && utf8.count <= ExchangeLimit.pathBytes && !utf8.contains(0)
    }
}
