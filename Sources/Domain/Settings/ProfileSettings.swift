package import Exchange
package import Signing

/// One `[Profile NAME]` section: how to sign, when to renew, and where credentials come from.
package struct ProfileSettings: Equatable, Sendable {
    package let name: String
    package internal(set) var signing = SigningSettings()
    package internal(set) var refresh = RefreshSettings()
    /// Whether the daemon is healthy only when this profile can sign.
    package internal(set) var isRequired = true
    package internal(set) var source = Source.manual
    /// What the readers of its files want to be left of a token; `nil`: it has no files.
    package private(set) var readersMargin: Duration?

    init(name: String) {
        self.name = name
    }

    /// The profile as it is with these sinks beside it.
    func serving(_ sinks: [SinkSettings]) -> ProfileSettings {
        var profile = self
        profile.readersMargin = sinks.filter { $0.profile == name }.map(\.margin).max()
        return profile
    }
}

/// What a request that does not say otherwise is signed with.
package struct SigningSettings: Equatable, Sendable {
    package internal(set) var endpoint: ExchangeURL?
    package internal(set) var region: String?
    /// `nil`: whatever the endpoint wants.
    package internal(set) var addressing: Addressing?
    package internal(set) var version = SignatureVersion.v4
    package internal(set) var bucket: String?
    package internal(set) var cloudBoxID: String?
}

/// When a token is renewed.
package struct RefreshSettings: Equatable, Sendable {
    package internal(set) var refreshAt = RefreshPoint.share(percent: 50)
    package internal(set) var jitterPercent = 10
    /// Whatever else is planned, renewal begins when only this is left.
    package internal(set) var minRemaining = Duration.seconds(300)
    /// The life of a token whose server names no end.
    package internal(set) var assumedLifetime = Duration.seconds(900)
    /// How long an outage of the server must be survived.
    package internal(set) var availabilityTarget: Duration?
    package internal(set) var retryInitial = Duration.seconds(1)
    package internal(set) var retryMax = Duration.seconds(300)
    /// Whether the first token is fetched when somebody asks for it.
    package internal(set) var isLazy = false
}
