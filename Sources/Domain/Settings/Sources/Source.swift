/// Where a profile's credentials come from.
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

    /// How long a token will live, as far as the configuration says, and the key that says it.
    func life(assumed: Duration) -> (key: String, life: Duration)? {
        switch self {
        case .assumeRole(let role): ("Duration", role.duration)
        case .assumeRoleOIDC(let role): ("Duration", role.duration)
        case .appserver, .ecsRAMRole, .credentialsURI, .process: ("AssumeLifetime", assumed)
        case .manual, .static, .remoteSigner, .chain: nil
        }
    }

    /// The profiles that this one rests on, and the key that names them.
    package var references: (key: String, names: [String])? {
        switch self {
        case .assumeRole(let role): ("Via", [role.via])
        case .chain(let chain): ("Profiles", chain.profiles)
        default: nil
        }
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
