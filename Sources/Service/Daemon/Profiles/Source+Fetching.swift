internal import Settings

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
}
