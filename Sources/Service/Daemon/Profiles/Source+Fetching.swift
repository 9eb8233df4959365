internal import Bytes
internal import Hashing
internal import Settings
internal import Text

extension Source {
    /// Whether a token can be had by asking for it.
    var canFetch: Bool {
        switch self {
        case .appserver, .static, .assumeRole, .assumeRoleOIDC, .ecsRAMRole, .credentialsURI, .process: true
        case .manual, .remoteSigner, .chain: false
        }
    }

    var isSupported: Bool {
        switch self {
        case .remoteSigner: false
        default: true
        }
    }

    var isChain: Bool {
        if case .chain = self { true } else { false }
    }

    var serverCount: Int {
        if case .appserver(let server) = self { server.urls.count } else { 1 }
    }

    /// Tells sources apart in the cache. A digest, because a header of the configuration may be as good as a secret.
    var fingerprint: String {
        let digest = sha256(String(describing: self).utf8Span.span)
        var text = ByteBuffer(capacity: 64)
        text.append(hex: digest.span)
        return String(copying: text[0..<32])
    }
}
