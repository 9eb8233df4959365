/// How the daemon shows the AppServer who it is.
package enum Login: Equatable, Sendable {
    case none
    case bearer(tokenFile: SecretFile)
    case basic(user: String, passwordFile: SecretFile)
    case clientCredentials(ClientCredentials)
}

/// The client of an OAuth 2 login (RFC 6749, 4.4).
package struct ClientCredentials: Equatable, Sendable {
    package let tokenURL: ServerURL
    package let clientID: String
    package let clientSecretFile: SecretFile
    package let scope: String?
}

/// The keys of all logins, of which `Authorization=` says which count.
struct LoginKeys: Equatable, Sendable {
    var kind = LoginKind.none
    var tokenFile: SecretFile?
    var user: String?
    var passwordFile: SecretFile?
    var tokenURL: ServerURL?
    var clientID: String?
    var clientSecretFile: SecretFile?
    var scope: String?

    static let keys: [Key<LoginKeys>] = [
        // Who takes the key for the header of this name writes a secret here.
        .one(
            "Authorization", \.kind, .choice(quotes: false),
            "none, bearer, basic or oauth2-client-credentials."),
        .maybe("TokenFile", \.tokenFile, .secretFile, "Token of bearer."),
        .maybe("User", \.user, .text, "User of basic."),
        .maybe("PasswordFile", \.passwordFile, .secretFile, "Password of basic."),
        .maybe("TokenURL", \.tokenURL, .url, "Where oauth2-client-credentials gets its token."),
        .maybe("ClientID", \.clientID, .text, "Client of oauth2-client-credentials."),
        .maybe("ClientSecretFile", \.clientSecretFile, .secretFile, "Secret of that client."),
        .maybe("Scope", \.scope, .text, "Scopes that the client asks for."),
    ]

    /// The login that the keys describe; reports what is missing and what belongs to another one.
    func login(in section: Section, _ reading: inout Reading) -> Login {
        for key in kind.mandatoryKeys where !section.has(key) {
            reading.report(
                "Authorization=\(kind.rawValue) needs \(key)=", at: section.position(of: "Authorization"))
        }
        for owner in LoginKind.allCases where owner != kind {
            for key in owner.mandatoryKeys + owner.optionalKeys where section.has(key) {
                reading.report("\(key)= needs Authorization=\(owner.rawValue)", at: section.position(of: key))
            }
        }
        return complete ?? .none
    }

    private var complete: Login? {
        switch kind {
        case .none: Login.none
        case .bearer: tokenFile.map { .bearer(tokenFile: $0) }
        case .basic: user.flatMap { user in passwordFile.map { .basic(user: user, passwordFile: $0) } }
        case .clientCredentials: clientCredentials.map { .clientCredentials($0) }
        }
    }

    private var clientCredentials: ClientCredentials? {
        guard let tokenURL, let clientID, let clientSecretFile else { return nil }
        return ClientCredentials(
            tokenURL: tokenURL, clientID: clientID, clientSecretFile: clientSecretFile, scope: scope)
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
        case .clientCredentials: ["TokenURL", "ClientID", "ClientSecretFile"]
        }
    }

    var optionalKeys: [String] { self == .clientCredentials ? ["Scope"] : [] }
}
