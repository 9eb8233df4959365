internal import Exchange
internal import Sections

/// How the client of `oauth2-client-credentials` proves who it is; the key that is there selects the proof.
struct ProofKeys: Equatable, Sendable {
    var secretFile: SecretPlace?
    var keyFile: SecretPlace?
    var certificateFile: SecretPlace?
    var audience: String?
    var keyID: String?
    var instance: String?
    var federatedCredential: String?

    static let keys: [Key<ProofKeys>] = [
        .maybe("ClientSecretFile", \.secretFile, .secretFile, "Secret of that client."),
        .maybe(
            "AssertionKey", \.keyFile, .secretFile,
            "Private key of that client, in place of a secret: RSA or P-256, PKCS#8 in PEM. It signs a token (RFC 7523)."
        ),
        .maybe(
            "AssertionCertificate", \.certificateFile, .secretFile,
            "Certificate of that key in PEM, with the chain to an authority that the server trusts."),
        .maybe(
            "AssertionAudience", \.audience, .clientText.unquoted,
            "Audience of that token; TokenURL= if unset."),
        .maybe(
            "AssertionKeyID", \.keyID, .clientText.unquoted,
            "Name of that key at the server, the kid of the token; if unset its thumbprint (RFC 7638), or none with AssertionCertificate=."
        ),
        .maybe(
            "InstanceIdentity", \.instance, .clientText.unquoted,
            "Instance of IDaaS for which ECS signs the identity of this host, in place of a secret."),
        .maybe(
            "FederatedCredential", \.federatedCredential, .clientText.unquoted,
            "Name of the federated credential in IDaaS; with AssertionCertificate=, TokenFile= or InstanceIdentity=."
        ),
    ]

    /// The keys of which there must be one.
    private static let alternatives = ["ClientSecretFile", "AssertionKey", "TokenFile", "InstanceIdentity"]
    private static let dependent = [
        "AssertionCertificate": ["AssertionKey"], "AssertionAudience": ["AssertionKey"],
        "AssertionKeyID": ["AssertionKey"],
        "InstanceIdentity": ["FederatedCredential"],
        "FederatedCredential": ["AssertionCertificate", "TokenFile", "InstanceIdentity"],
    ]

    /// Reports a missing proof, a second one, and a key without the one that it belongs to.
    func check(in section: Section, _ reading: inout Reading) {
        let given = ProofKeys.alternatives.filter(section.has)
        if given.isEmpty {
            section.report(
                "Authorization=oauth2-client-credentials needs a proof of the client: one of "
                    + ProofKeys.list(ProofKeys.alternatives), at: "Authorization", &reading)
        }
        for key in given.dropFirst() {
            section.report("\(given[0])= and \(key)= exclude each other", at: key, &reading)
        }
        for (key, others) in ProofKeys.dependent
        where section.has(key) && !others.contains(where: section.has) {
            section.report("\(key)= needs \(ProofKeys.list(others))", at: key, &reading)
        }
    }

    private static func list(_ keys: [String]) -> String {
        let words = keys.map { "\($0)=" }
        return words.count == 1
            ? words[0] : "\(words.dropLast().joined(separator: ", ")) or \(words[words.count - 1])"
    }

    /// The proof; `nil`: a key of it is missing.
    func complete(token: SecretPlace?) throws(ExchangeError) -> ClientProof? {
        if let secretFile { return .secret(try secretFile.named()) }
        if let keyFile {
            let certificates: SecretFile? =
                if let certificateFile { try certificateFile.named() } else { nil }
            return .key(
                AssertionKey(
                    try keyFile.named(), certificates: certificates, audience: audience, id: keyID))
        }
        if let token { return .token(try token.named()) }
        return instance.map { .ecsIdentity(instance: $0, metadata: ECSRAMRoleSettings().endpoint) }
    }
}
