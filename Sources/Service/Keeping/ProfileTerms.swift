package import API
internal import Exchange
package import Settings
internal import Storing
internal import Time
package import Tokens

// Converts the settings of a profile to the types of the code that acts on them.
extension ProfileSettings {
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
        policy.retryInitial = refresh.retryInitial
        policy.retryMax = refresh.retryMax
        policy.isSetByHand = source.kind == .manual
        // The readers of a file cannot request a token, so a sink excludes lazy refreshes.
        policy.isLazy = refresh.isLazy && readersMargin == nil
        policy.readersMargin = readersMargin.map { $0 + SinkSettings.timeToWrite } ?? .zero
        return policy
    }
}

extension ProfileSettings {
    /// The gap to `AvailabilityTarget=` before there is a token, if the configuration sets its life.
    package var availabilityGap: AvailabilityGap? {
        guard let target = refresh.availabilityTarget, let life = source.lifeOfToken else { return nil }
        return AvailabilityGap(target: target, life: life, policy: refreshPolicy)
    }
}

extension Source {
    fileprivate var lifeOfToken: Duration? {
        switch self {
        case .assumeRole(let role): role.session.duration
        case .assumeRoleOIDC(let role): role.session.duration
        default: nil
        }
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

    var serverCount: Int {
        if case .appserver(let server) = self { server.urls.count } else { 1 }
    }
}

extension ProfileSettings {
    /// Makes the type that gets the credential.
    func credentialSource(of profile: Profile) -> any CredentialSource {
        switch source {
        case .chain: Chain(of: profile)
        case .remoteSigner(let signer): RemoteSigner(signer, of: profile)
        default: RenewedToken(of: profile)
        }
    }

    /// The places that keep its tokens.
    func storage(of owner: CacheRecord.Owner, _ writer: CacheWriter) -> any TokenStorage {
        switch source {
        case .static, .chain, .remoteSigner: KeyStorage(owner, writer)
        default: session == nil ? ProfileStorage(owner, writer) : SessionStorage(owner, writer)
        }
    }
}
