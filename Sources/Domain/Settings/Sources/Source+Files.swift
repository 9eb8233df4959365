/// A file that the configuration names, and the key that names it.
package struct NamedFile: Equatable, Sendable {
    package let key: String
    private let place: SecretPlace
    /// Whoever can read it can do what the profile can.
    package private(set) var isSecret = false
    /// Whether the daemon reads it itself; the others are read by the exchanges.
    package let isForDaemon: Bool

    fileprivate init?(_ key: String, _ path: String?, isForDaemon: Bool = false) {
        guard let path else { return nil }
        self.key = key
        self.isForDaemon = isForDaemon
        place = .file(path: path)
    }

    fileprivate init?(
        _ key: String, _ file: SecretPlace?, isSecret: Bool = true, isForDaemon: Bool = false
    ) {
        guard let file else { return nil }
        self.key = key
        self.isForDaemon = isForDaemon
        place = file
        self.isSecret = isSecret
    }

    /// `nil` for a credential, which has no path but in the unit that is given it.
    package var path: String? {
        if case .file(let path) = place { path } else { nil }
    }

    fileprivate var credential: String? {
        if case .credential(let name, _) = place { name } else { nil }
    }
}

extension Source {
    /// What must be there for the source to work.
    package var files: [NamedFile] {
        let files: [NamedFile?] =
            switch self {
            case .appserver(let server): server.files
            case .remoteSigner(let signer): signer.server.files
            case .static(let pair):
                [
                    NamedFile("AccessKeyIDFile", pair.accessKeyIDFile, isSecret: false, isForDaemon: true),
                    NamedFile("AccessKeySecretFile", pair.accessKeySecretFile, isForDaemon: true),
                ]
            case .assumeRole(let role):
                [
                    NamedFile("PolicyFile", role.policyFile, isForDaemon: true),
                    NamedFile("CAFile", role.exchange.authoritiesFile),
                ]
            // A pod has its token with whatever mode Kubernetes chose.
            case .assumeRoleOIDC(let role):
                [
                    NamedFile("OIDCTokenFile", role.tokenFile, isSecret: false),
                    NamedFile("CAFile", role.exchange.authoritiesFile),
                ]
            case .credentialsURI(let server): [NamedFile("CAFile", server.exchange.authoritiesFile)]
            case .process(let process): [NamedFile("Command", process.command.first)]
            case .manual, .ecsRAMRole, .chain: []
            }
        return files.compactMap { $0 }
    }
}

extension Source {
    /// The credentials of systemd that it needs, and the keys that name them.
    var credentials: [(key: String, name: String)] {
        files.compactMap { file in file.credential.map { (file.key, $0) } }
    }
}

extension AppServerSettings {
    fileprivate var files: [NamedFile?] {
        [
            NamedFile("TokenFile", loginKeys.tokenFile), NamedFile("PasswordFile", loginKeys.passwordFile),
            NamedFile("ClientSecretFile", loginKeys.clientSecretFile),
            NamedFile("CAFile", tls.authoritiesFile),
            NamedFile("ClientCertificate", tls.certificateFile), NamedFile("ClientKey", tls.keyFile),
            NamedFile("Decoder", dialect.decoderWords.first),
        ]
    }
}
