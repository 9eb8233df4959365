internal import Settings

extension Source {
    /// Whether a token can be had by asking for it.
    var canFetch: Bool {
        switch self {
        case .appserver, .static, .assumeRole, .assumeRoleOIDC, .ecsRAMRole, .credentialsURI, .process: true
        case .manual, .remoteSigner, .chain: false
        }
    }

    var isChain: Bool {
        if case .chain = self { true } else { false }
    }

    var serverCount: Int {
        switch self {
        case .appserver(let server): server.urls.count
        case .remoteSigner(let signer): signer.server.urls.count
        default: 1
        }
    }
}
