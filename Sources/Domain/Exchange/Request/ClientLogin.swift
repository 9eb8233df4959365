internal import Bytes
internal import JSON
internal import Text

/// The client of an OAuth 2 login (RFC 6749, 4.4).
package struct ClientLogin: Equatable, Sendable {
    package let tokenURL: ExchangeURL
    package let client: String
    package let proof: ClientProof
    package let scope: String?
    /// The name under which IDaaS knows what the proof must be; other servers have nothing like it.
    package let federatedCredential: String?

    package init(
        at tokenURL: ExchangeURL, as client: String, by proof: ClientProof, scope: String? = nil,
        federatedCredential: String? = nil
    ) throws(ExchangeError) {
        for text in [client, scope, federatedCredential].compactMap({ $0 }) + proof.texts {
            guard ClientLogin.isValid(text) else { throw .client }
        }
        self.tokenURL = tokenURL
        self.client = client
        self.proof = proof
        self.scope = scope
        self.federatedCredential = federatedCredential
    }

    /// Whether this text can be a client or a scope.
    package static func isValid(_ text: String) -> Bool {
        (1...1_024).contains(text.utf8.count) && !text.utf8Span.span.containsControl
    }

    /// Reads the members of an object; each kind of proof has its own.
    init(_ values: [LoginMember: String]) throws(ExchangeError) {
        let (proof, members) = try ClientProof.read(values)
        guard
            Set(values.keys).isSubset(of: members.union([.tokenURL, .client, .scope, .federatedCredential]))
        else { throw .login }
        try self.init(
            at: try ExchangeURL(values[.tokenURL] ?? ""), as: values[.client] ?? "", by: proof,
            scope: values[.scope], federatedCredential: values[.federatedCredential])
    }
}

/// The evidence that a client shows to a login server.
package enum ClientProof: Equatable, Sendable {
    /// A secret that the server has too.
    case secret(SecretFile)
    /// A token that the helper signs (RFC 7523, 2.2).
    case key(AssertionKey)
    /// A token of another issuer, which a platform renews.
    case token(SecretFile)
    /// The document about the ECS instance that its metadata service signs for an instance of IDaaS.
    case ecsIdentity(instance: String, metadata: ExchangeURL)

    /// Whether it states the time of this host.
    package var statesTime: Bool {
        switch self {
        case .key, .ecsIdentity: true
        case .secret, .token: false
        }
    }

    fileprivate var texts: [String] {
        switch self {
        case .key(let key): [key.audience, key.id].compactMap(\.self)
        case .ecsIdentity(let instance, _): [instance]
        case .secret, .token: []
        }
    }

    /// Returns the members that belong to it, too.
    fileprivate static func read(
        _ values: [LoginMember: String]
    ) throws(ExchangeError) -> (ClientProof, Set<LoginMember>) {
        if let file = values[.clientSecretFile] {
            return (.secret(try SecretFile(file)), [.clientSecretFile])
        }
        if let file = values[.assertionTokenFile] {
            return (.token(try SecretFile(file)), [.assertionTokenFile])
        }
        if let instance = values[.instance] {
            let metadata = try ExchangeURL(values[.metadataURL] ?? "")
            return (.ecsIdentity(instance: instance, metadata: metadata), [.instance, .metadataURL])
        }
        guard let file = values[.assertionKeyFile] else { throw .login }
        let certificates = values[.assertionCertificateFile]
        let key = AssertionKey(
            try SecretFile(file), certificates: certificates == nil ? nil : try SecretFile(certificates),
            audience: values[.audience], id: values[.assertionKeyID])
        return (.key(key), [.assertionKeyFile, .assertionCertificateFile, .audience, .assertionKeyID])
    }
}

/// The key that signs a proof.
package struct AssertionKey: Equatable, Sendable {
    package let file: SecretFile
    /// The certificates for this key, which the server gets too.
    package let certificates: SecretFile?
    /// `nil`: the URL of the login server.
    package let audience: String?
    /// The name of the key at the server; `nil`: its thumbprint, or none beside certificates.
    package let id: String?

    package init(
        _ file: SecretFile, certificates: SecretFile? = nil, audience: String? = nil, id: String? = nil
    ) {
        self.file = file
        self.certificates = certificates
        self.audience = audience
        self.id = id
    }
}

extension ByteBuffer {
    mutating func append(_ client: ClientLogin) {
        member("tokenURL", client.tokenURL.text)
        member("client", client.client)
        append(client.proof)
        member("scope", ifAny: client.scope)
        member("federatedCredential", ifAny: client.federatedCredential)
    }

    private mutating func append(_ proof: ClientProof) {
        switch proof {
        case .secret(let file): member("clientSecretFile", file.path)
        case .token(let file): member("assertionTokenFile", file.path)
        case .key(let key):
            member("assertionKeyFile", key.file.path)
            member("assertionCertificateFile", ifAny: key.certificates?.path)
            member("audience", ifAny: key.audience)
            member("assertionKeyID", ifAny: key.id)
        case .ecsIdentity(let instance, let metadata):
            member("instance", instance)
            member("metadataURL", metadata.text)
        }
    }
}
