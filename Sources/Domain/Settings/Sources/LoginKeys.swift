internal import Exchange
internal import Sections

/// The keys of all login types; `Authorization=` selects the type.
struct LoginKeys: Equatable, Sendable {
    var kind = LoginKind.none
    var tokenFile: SecretPlace?
    var user: BasicUser?
    var passwordFile: SecretPlace?
    var tokenURL: ExchangeURL?
    var clientID: String?
    var scope: String?
    var proof = ProofKeys()

    static let keys: [Key<LoginKeys>] =
        [
            // An administrator may take the key for the header of this name and write a secret here.
            .one(
                "Authorization", \.kind, .choice(quotes: false),
                "none, bearer, basic or oauth2-client-credentials."),
            .maybe(
                "TokenFile", \.tokenFile, .secretFile,
                "Token of bearer, or the token of another issuer that proves the client."),
            .maybe("User", \.user, .basicUser.unquoted, "User of basic."),
            .maybe("PasswordFile", \.passwordFile, .secretFile, "Password of basic."),
            .maybe("TokenURL", \.tokenURL, .url, "URL of the token endpoint of oauth2-client-credentials."),
            .maybe("ClientID", \.clientID, .clientText.unquoted, "Client of oauth2-client-credentials."),
            .maybe("Scope", \.scope, .clientText.unquoted, "Scopes that the client requests."),
        ] + ProofKeys.keys.map { $0.within(\.proof) }

    /// The configured login; reports missing keys and keys of another login type.
    func login(in section: Section, _ reading: inout Reading) -> ExchangeLogin {
        for key in kind.mandatoryKeys where !section.has(key) {
            section.report("Authorization=\(kind.rawValue) needs \(key)=", at: "Authorization", &reading)
        }
        for key in Set(LoginKind.allCases.flatMap(\.keys)).subtracting(kind.keys) where section.has(key) {
            let owners = LoginKind.allCases.filter { $0.keys.contains(key) }.map(\.rawValue)
            section.report(
                "\(key)= needs Authorization=\(owners.joined(separator: " or "))", at: key, &reading)
        }
        if kind == .clientCredentials { proof.check(in: section, &reading) }
        do throws(ExchangeError) {
            return try complete() ?? .none
        } catch {
            section.report(error.description, at: "Authorization", &reading)
            return .none
        }
    }

    private func complete() throws(ExchangeError) -> ExchangeLogin? {
        switch kind {
        case .none: return ExchangeLogin.none
        case .bearer:
            guard let tokenFile else { return nil }
            return .bearer(token: try tokenFile.named())
        case .basic:
            guard let user, let passwordFile else { return nil }
            return .basic(user, password: try passwordFile.named())
        case .clientCredentials:
            guard let tokenURL, let clientID, let proof = try proof.complete(token: tokenFile) else {
                return nil
            }
            return .clientCredentials(
                try ClientLogin(
                    at: tokenURL, as: clientID, by: proof, scope: scope,
                    federatedCredential: self.proof.federatedCredential))
        }
    }
}

/// The words of `Authorization=`.
enum LoginKind: String, CaseIterable, Sendable {
    case none, bearer, basic
    case clientCredentials = "oauth2-client-credentials"

    var mandatoryKeys: [String] {
        switch self {
        case .none: []
        case .bearer: ["TokenFile"]
        case .basic: ["User", "PasswordFile"]
        case .clientCredentials: ["TokenURL", "ClientID"]
        }
    }

    var keys: [String] {
        mandatoryKeys
            + (self == .clientCredentials ? ["Scope", "TokenFile"] + ProofKeys.keys.map(\.name) : [])
    }
}
