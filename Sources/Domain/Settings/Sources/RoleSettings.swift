package import Exchange
internal import Scoping
internal import Sections

/// A RAM role, assumed with the key of another profile.
package struct AssumeRoleSettings: Equatable, Sendable, SourceSettings {
    package internal(set) var via = ""
    package internal(set) var roleARN = ""
    package internal(set) var session = RoleSessionSettings()
    package internal(set) var externalID: String?
    package internal(set) var endpoint = ExchangeURL.sts
    package internal(set) var exchange = ExchangeSettings()

    init() {}

    static let keys: [Key<AssumeRoleSettings>] =
        role + RoleSessionSettings.keys.map { $0.within(\.session) } + call
        + ExchangeSettings.keys.map { $0.within(\.exchange) }

    private static let role: [Key<AssumeRoleSettings>] = [
        .one("Via", \.via, .name, "Profile whose key asks for the role.").mandatory,
        .one("RoleArn", \.roleARN, .arn(of: "role"), "The role.").mandatory,
    ]

    private static let call: [Key<AssumeRoleSettings>] = [
        .maybe("ExternalID", \.externalID, .text, "External ID that the role's trust policy demands."),
        .one("STSEndpoint", \.endpoint, .endpoint, "Server of STS."),
    ]

    mutating func check(in section: Section, _ reading: inout Reading) {
        session.check(in: section, &reading)
        section.checkSTS(endpoint, through: exchange.proxy, &reading)
    }
}

/// One session of a RAM role: its name, its length, and the policy that restricts it.
package struct RoleSessionSettings: Equatable, Sendable {
    package internal(set) var name = "ossauthd"
    package internal(set) var duration = Duration.seconds(3_600)
    package internal(set) var policy: SessionPolicy?
    package internal(set) var scope = TokenScope.profile

    static let keys: [Key<RoleSessionSettings>] = [
        .one(
            "RoleSessionName", \.name,
            .text(
                "a session's name is 2 to 64 letters, digits and '.', '@', '-', '_'",
                where: TokenSession.isName),
            "Name of the session in the audit log."),
        .one(
            "Duration", \.duration, .roleDuration,
            "Life of the token: 15min (900 s, the least of STS) to 12h, and no longer than the role allows."),
        .maybe(
            "Policy", \.policy, .sessionPolicy,
            "Policy that restricts the role: JSON, or the path of a file with it."),
        .one(
            "Scope", \.scope, .choice([("profile", .profile), ("caller", .caller)]),
            "Token for a program with Allow=credentials: profile: that of the profile; caller: one of its own, limited to what "
                + "the rules of the program grant."),
    ]

    mutating func check(in section: Section, _ reading: inout Reading) {
        if scope == .caller, section.has("Policy") {
            section.report(
                "Scope=caller makes the policy of each token from the rules: attach this one to the role, or leave out Scope=",
                at: "Policy", &reading)
        }
    }

    /// The same for a scoped token.
    func limited(to session: TokenSession) -> RoleSessionSettings {
        var limited = self
        limited.name = session.name
        limited.policy = .text(session.policy)
        limited.duration = session.duration ?? duration
        limited.scope = .profile
        return limited
    }
}

/// The power of a token that is handed out.
package enum TokenScope: Equatable, Sendable {
    case profile
    /// No more than the rules of the caller grant.
    case caller
}

/// A policy that restricts a role for one session.
package enum SessionPolicy: Equatable, Sendable {
    case text(String)
    case file(path: String)

    var file: String? {
        if case .file(let path) = self { path } else { nil }
    }
}

extension ExchangeURL {
    /// The endpoint without a region.
    static let sts = ExchangeURL(constant: "https://sts.aliyuncs.com")
}

extension Section {
    /// STS needs TLS, unless the endpoint is on this host.
    func checkSTS(_ endpoint: ExchangeURL, through proxy: ExchangeURL?, _ reading: inout Reading) {
        guard endpoint.isExposed(through: proxy) else { return }
        reading.report("this endpoint must be https", at: position(of: "STSEndpoint"))
    }
}

extension Kind<SessionPolicy> {
    static var sessionPolicy: Kind {
        Kind(
            // The key has no default.
            write: { _ in "" },
            read: { text, environment throws(Complaint) in
                if text.hasPrefix("/") { return .file(path: try Kind<String>.path.read(text, environment)) }
                guard text.hasPrefix("{"), text.hasSuffix("}") else {
                    throw Complaint(message: "a policy is a JSON object, or the absolute path of a file")
                }
                return .text(text)
            })
    }
}

/// A RAM role, assumed with the token of an identity provider.
package struct AssumeRoleOIDCSettings: Equatable, Sendable, SourceSettings {
    package internal(set) var roleARN = ""
    package internal(set) var providerARN = ""
    package internal(set) var tokenFile = SecretPlace.file(path: "")
    package internal(set) var session = RoleSessionSettings()
    package internal(set) var endpoint = ExchangeURL.sts
    package internal(set) var exchange = ExchangeSettings()

    init() {}

    static let keys: [Key<AssumeRoleOIDCSettings>] =
        role + RoleSessionSettings.keys.map { $0.within(\.session) } + call
        + ExchangeSettings.keys.map { $0.within(\.exchange) }

    private static let role: [Key<AssumeRoleOIDCSettings>] = [
        .one("RoleArn", \.roleARN, .arn(of: "role"), "The role.").mandatory,
        .one("OIDCProviderArn", \.providerARN, .arn(of: "oidc-provider"), "The identity provider.").mandatory,
        .one("TokenFile", \.tokenFile, .secretFile, "File with the provider's token.").mandatory,
    ]

    private static let call: [Key<AssumeRoleOIDCSettings>] = [
        .one("STSEndpoint", \.endpoint, .endpoint, "Server of STS.")
    ]

    mutating func check(in section: Section, _ reading: inout Reading) {
        session.check(in: section, &reading)
        section.checkSTS(endpoint, through: exchange.proxy, &reading)
    }
}

/// The RAM role of the ECS instance, from its metadata service.
package struct ECSRAMRoleSettings: Equatable, Sendable, SourceSettings {
    /// `nil`: the metadata service is asked for the name.
    package internal(set) var roleName: String?
    /// Plain HTTP, because the service is part of the instance's network.
    package internal(set) var endpoint = ExchangeURL(constant: "http://100.100.100.200")

    init() {}

    static let keys: [Key<ECSRAMRoleSettings>] = [
        .maybe("RoleName", \.roleName, .name, "The role; the service is asked for it if unset."),
        .one("URL", \.endpoint, .endpoint, "The metadata service."),
    ]
}
