internal import Scoping

/// The source of a profile's credentials.
package enum Source: Equatable, Sendable {
    case appserver(AppServerSettings)
    case manual
    case `static`(StaticSettings)
    case remoteSigner(RemoteSignerSettings)
    case assumeRole(AssumeRoleSettings)
    case assumeRoleOIDC(AssumeRoleOIDCSettings)
    case ecsRAMRole(ECSRAMRoleSettings)
    case credentialsURI(CredentialsURISettings)
    case process(ProcessSettings)
    case chain(ChainSettings)

    package var kind: SourceKind {
        switch self {
        case .appserver: .appserver
        case .manual: .manual
        case .static: .static
        case .remoteSigner: .remoteSigner
        case .assumeRole: .assumeRole
        case .assumeRoleOIDC: .assumeRoleOIDC
        case .ecsRAMRole: .ecsRAMRole
        case .credentialsURI: .credentialsURI
        case .process: .process
        case .chain: .chain
        }
    }

    /// The expected lifetime of a token and the key that states it, as far as the configuration knows it.
    func life(assumed: Duration) -> (key: String, life: Duration)? {
        switch self {
        case .assumeRole(let role): ("Duration", role.session.duration)
        case .assumeRoleOIDC(let role): ("Duration", role.session.duration)
        case .appserver, .ecsRAMRole, .credentialsURI, .process: ("AssumeLifetime", assumed)
        case .manual, .static, .remoteSigner, .chain: nil
        }
    }

    /// The session of the role that the source assumes; `nil` if it assumes none.
    package var session: RoleSessionSettings? {
        switch self {
        case .assumeRole(let role): role.session
        case .assumeRoleOIDC(let role): role.session
        default: nil
        }
    }

    /// The same source for a scoped token.
    func limited(to session: TokenSession) -> Source {
        switch self {
        case .assumeRole(var role):
            role.session = role.session.limited(to: session)
            return .assumeRole(role)
        case .assumeRoleOIDC(var role):
            role.session = role.session.limited(to: session)
            return .assumeRoleOIDC(role)
        default: return self
        }
    }

    /// The profiles that this source depends on, and the key that names them.
    package var references: (key: String, names: [String])? {
        switch self {
        case .assumeRole(let role): ("Via", [role.via])
        case .chain(let chain): ("Profiles", chain.profiles)
        default: nil
        }
    }

    /// The files that the source needs.
    package var files: [NamedFile] {
        let files: [NamedFile?] =
            switch self {
            case .appserver(let server): server.files
            case .remoteSigner(let signer): signer.server.files
            case .static(let pair):
                [
                    NamedFile("AccessKeyIDFile", pair.accessKeyIDFile, isSecret: false),
                    NamedFile("AccessKeySecretFile", pair.accessKeySecretFile),
                ]
            case .assumeRole(let role):
                [
                    NamedFile("Policy", role.session.policy?.file),
                    NamedFile("CAFile", role.exchange.authoritiesFile),
                ]
            // Kubernetes chooses the mode of the token file of a pod.
            case .assumeRoleOIDC(let role):
                [
                    NamedFile("TokenFile", role.tokenFile, isSecret: false),
                    NamedFile("Policy", role.session.policy?.file),
                    NamedFile("CAFile", role.exchange.authoritiesFile),
                ]
            case .credentialsURI(let server): [NamedFile("CAFile", server.exchange.authoritiesFile)]
            case .process(let process): [NamedFile("Command", process.command.first)]
            case .manual, .ecsRAMRole, .chain: []
            }
        return files.compactMap { $0 }
    }
}

/// The words of `Source=`.
package enum SourceKind: String, CaseIterable, Sendable {
    case appserver
    case manual
    case `static`
    case remoteSigner = "remote-signer"
    case assumeRole = "assume-role"
    case assumeRoleOIDC = "assume-role-oidc"
    case ecsRAMRole = "ecs-ram-role"
    case credentialsURI = "credentials-uri"
    case process
    case chain
}

/// A file that the configuration names, and the key that names it.
package struct NamedFile: Equatable, Sendable {
    package let key: String
    private let place: SecretPlace
    /// Whether a reader of the file gains the powers of the profile.
    package private(set) var isSecret = false

    fileprivate init?(_ key: String, _ path: String?) {
        guard let path else { return nil }
        self.key = key
        place = .file(path: path)
    }

    fileprivate init?(_ key: String, _ file: SecretPlace?, isSecret: Bool = true) {
        guard let file else { return nil }
        self.key = key
        place = file
        self.isSecret = isSecret
    }

    /// `nil` for a credential of systemd, which has a path only in the unit that loads it.
    package var path: String? {
        if case .file(let path) = place { path } else { nil }
    }
}

extension AppServerSettings {
    fileprivate var files: [NamedFile?] {
        [
            // A platform chooses the mode of the token that it renews.
            NamedFile("TokenFile", loginKeys.tokenFile, isSecret: loginKeys.kind == .bearer),
            NamedFile("PasswordFile", loginKeys.passwordFile),
            NamedFile("ClientSecretFile", loginKeys.proof.secretFile),
            NamedFile("AssertionKey", loginKeys.proof.keyFile),
            NamedFile("AssertionCertificate", loginKeys.proof.certificateFile, isSecret: false),
            NamedFile("CAFile", tls.authoritiesFile),
            NamedFile("ClientCertificate", tls.certificateFile), NamedFile("ClientKey", tls.keyFile),
            NamedFile("Decoder", dialect.decoderWords.first),
        ]
    }
}
