internal import Bytes
internal import Exchange
internal import Hashing
internal import Settings
internal import Tokens

extension CacheRecord.Owner {
    /// The file of a scoped token is named after its profile and what its session is.
    init(_ settings: ProfileSettings) {
        let source = settings.source
        var identity = source.identity
        // A profile keeps its token when Duration= changes, but a session must not live longer than it was asked for.
        if settings.session != nil, let life = source.session?.duration {
            identity.append("\(life.components.seconds)")
        }
        let digest = source.digest(of: identity)
        self.init(
            profile: settings.session == nil
                ? settings.name : TokenCache.scopedName(of: settings.name, digest),
            identity: digest, source: source.digest(of: source.request))
    }
}

extension Source {
    /// A digest, because a header of the configuration may be a secret.
    fileprivate func digest(of parts: [String]) -> String {
        var text = ByteBuffer()
        for part in [kind.rawValue] + parts {
            // The length prevents two parts from having the same joined text as two others.
            text.append("\(part.utf8.count):")
            text.append(part)
        }
        let digest = sha256(text.span)
        var name = ByteBuffer(capacity: 64)
        name.append(hex: digest.span)
        return String(copying: name[0..<32])
    }

    /// The settings that decide what a token is.
    ///
    /// After a change the old token must not be used, because it may do more than the new one.
    fileprivate var identity: [String] {
        switch self {
        case .appserver, .credentialsURI, .process, .manual: []
        case .assumeRole(let role): [role.roleARN] + role.session.identity
        case .assumeRoleOIDC(let role): [role.roleARN] + role.session.identity
        case .ecsRAMRole(let metadata): [metadata.roleName ?? ""]
        // These have no token, but keys or the tokens of others.
        case .static, .remoteSigner, .chain: request
        }
    }

    /// The settings that decide how a token is requested; a longer timeout is no change.
    ///
    /// After a change the old token is used until there is one of the new source.
    fileprivate var request: [String] {
        switch self {
        case .appserver(let server): server.identity
        // Set by an operator.
        case .manual: []
        case .static(let pair): [pair.accessKeyIDFile.text, pair.accessKeySecretFile.text]
        case .remoteSigner(let signer): [signer.accessKeyID] + signer.server.identity
        case .assumeRole(let role):
            [role.endpoint.text, role.via, role.roleARN, role.session.name, role.externalID ?? ""]
                + (role.session.policy?.identity ?? [])
        case .assumeRoleOIDC(let role):
            [role.endpoint.text, role.roleARN, role.providerARN, role.tokenFile.text] + role.session.identity
        case .ecsRAMRole(let metadata): [metadata.endpoint.text, metadata.roleName ?? ""]
        case .credentialsURI(let server): [server.url.text]
        case .process(let process): ["\(process.command.count)"] + process.command
        case .chain(let chain): chain.profiles
        }
    }
}

extension RoleSessionSettings {
    fileprivate var identity: [String] { [name] + (policy?.identity ?? []) }
}

extension SessionPolicy {
    fileprivate var identity: [String] {
        switch self {
        case .text(let text): ["text", text]
        case .file(let path): ["file", path]
        }
    }
}

extension AppServerSettings {
    fileprivate var identity: [String] {
        let fields = headers.flatMap { [$0.name, $0.value] }
        return ["\(urls.count)"] + urls.map(\.text) + [method.rawValue, "\(headers.count)"] + fields
            + [body ?? "", tls.clientCertificate?.path ?? ""] + login.identity
    }
}

extension ExchangeLogin {
    fileprivate var identity: [String] {
        switch self {
        case .none: ["none"]
        case .bearer(let file): ["bearer", file.path]
        case .basic(let user, let file): ["basic", user.name, file.path]
        case .clientCredentials(let client):
            ["client-credentials", client.tokenURL.text, client.client, client.scope ?? ""]
                + (client.federatedCredential.map { [$0] } ?? [])
        // Not configurable here: the metadata service belongs to another source.
        case .metadata(let tokenURL): ["metadata", tokenURL.text]
        }
    }
}
