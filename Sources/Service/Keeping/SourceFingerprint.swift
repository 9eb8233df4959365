internal import Bytes
internal import Exchange
internal import Hashing
internal import Settings
internal import Text

extension Source {
    /// Identifies the source in the cache.
    ///
    /// A digest, because a header of the configuration may be a secret. It covers the keys that decide which tokens the source
    /// returns; a longer timeout does not invalidate a token.
    var fingerprint: String {
        var text = ByteBuffer()
        for part in [kind.rawValue] + identity {
            // The length prevents two parts from having the same joined text as two others.
            text.append("\(part.utf8.count):")
            text.append(part)
        }
        let digest = sha256(text.span)
        var name = ByteBuffer(capacity: 64)
        name.append(hex: digest.span)
        return String(copying: name[0..<32])
    }

    private var identity: [String] {
        switch self {
        case .appserver(let server): server.identity
        // Set by an operator.
        case .manual: []
        case .static(let pair): [pair.accessKeyIDFile.text, pair.accessKeySecretFile.text]
        case .remoteSigner(let signer): [signer.accessKeyID] + signer.server.identity
        case .assumeRole(let role): role.identity
        case .assumeRoleOIDC(let role): role.identity
        case .ecsRAMRole(let metadata): [metadata.endpoint.text, metadata.roleName ?? ""]
        case .credentialsURI(let server): [server.url.text]
        case .process(let process): ["\(process.command.count)"] + process.command + [process.runAs ?? ""]
        case .chain(let chain): chain.profiles
        }
    }
}

extension AssumeRoleSettings {
    fileprivate var identity: [String] {
        [endpoint.text, via, roleARN, session.name, externalID ?? ""] + (session.policy?.identity ?? [])
    }
}

extension AssumeRoleOIDCSettings {
    fileprivate var identity: [String] {
        [endpoint.text, roleARN, providerARN, tokenFile.text, session.name]
            + (session.policy?.identity ?? [])
    }
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
        // Not configurable here: the metadata service belongs to another source.
        case .metadata(let tokenURL): ["metadata", tokenURL.text]
        }
    }
}
