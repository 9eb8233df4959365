package import API
internal import Exchange
package import Settings
package import Tokens

// Converts the settings of a profile to the types of the code that acts on them.
extension ProfileSettings {
    /// A profile of the kind that the source needs.
    package func profile(in context: ProfileContext) -> Profile {
        switch source {
        case .chain: Chain(self, in: context)
        case .remoteSigner: RemoteSigner(self, in: context)
        default: RenewedToken(self, in: context)
        }
    }

    package var defaults: ProfileDefaults {
        ProfileDefaults(
            name: name,
            place: ProfileDefaults.Place(
                endpoint: signing.endpoint?.text ?? "", region: signing.region ?? "",
                bucket: signing.bucket ?? "",
                cloudBoxID: signing.cloudBoxID ?? ""),
            addressing: signing.addressing, version: signing.version)
    }

    package var refreshPolicy: RefreshPolicy {
        var policy = RefreshPolicy()
        switch refresh.refreshAt {
        case .share(let percent): policy.refreshAt = .permilleOfLife(percent * 10)
        case .beforeEnd(let duration): policy.refreshAt = .beforeEnd(duration)
        }
        policy.minRemaining = refresh.minRemaining
        policy.retryMax = refresh.retryMax
        // The readers of a file cannot request a token, so a sink excludes lazy refreshes.
        policy.isLazy = refresh.isLazy && readersMargin == nil
        policy.readersMargin = readersMargin.map { $0 + Sink.timeToWrite } ?? .zero
        return policy
    }
}

extension Source {
    /// Whether a token can be fetched.
    var canFetch: Bool {
        switch self {
        case .appserver, .static, .assumeRole, .assumeRoleOIDC, .ecsRAMRole, .credentialsURI, .process: true
        case .manual, .remoteSigner, .chain: false
        }
    }

    /// Whether only an operator sets the token.
    package var isManual: Bool {
        if case .manual = self { true } else { false }
    }

    /// A key from files does not expire and is read from them each time; remote signers and chains have none.
    var isCacheable: Bool {
        switch self {
        case .static, .remoteSigner, .chain: false
        default: true
        }
    }

    /// Whether it can learn the time; a chain uses that of its members.
    var hasServer: Bool {
        switch self {
        case .manual, .static, .process: false
        default: true
        }
    }

    var serverCount: Int {
        switch self {
        case .appserver(let server): server.urls.count
        case .remoteSigner(let signer): signer.server.urls.count
        default: 1
        }
    }
}
