package import Exchange

/// A role of RAM, taken with the token of an identity provider.
package struct AssumeRoleOIDCSettings: Equatable, Sendable, SourceSettings {
    package internal(set) var roleARN = ""
    package internal(set) var providerARN = ""
    package internal(set) var tokenFile = SecretPlace.file(path: "")
    package internal(set) var duration = Duration.seconds(3_600)
    package internal(set) var endpoint = ExchangeURL.sts
    package internal(set) var exchange = ExchangeSettings()

    init() {}

    static let keys: [Key<AssumeRoleOIDCSettings>] =
        own + ExchangeSettings.keys.map { $0.within(\.exchange) }

    private static let own: [Key<AssumeRoleOIDCSettings>] = [
        .one("RoleArn", \.roleARN, .arn(of: "role"), "The role.").mandatory,
        .one("OIDCProviderArn", \.providerARN, .arn(of: "oidc-provider"), "The identity provider.").mandatory,
        .one("OIDCTokenFile", \.tokenFile, .secretFile, "File with the provider's token.").mandatory,
        .one("Duration", \.duration, .roleDuration, "Life of the token."),
        .one("STSEndpoint", \.endpoint, .endpoint, "Server of STS."),
    ]

    mutating func check(in section: Section, _ reading: inout Reading) {
        section.checkSTS(endpoint, through: exchange.proxy, &reading)
    }
}
