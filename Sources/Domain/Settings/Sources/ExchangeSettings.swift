package import Exchange

/// How a server is reached that is asked in one way only.
package struct ExchangeSettings: Equatable, Sendable {
    package internal(set) var timeout = Duration.seconds(15)
    package internal(set) var proxy: ExchangeURL?
    /// `nil`: the authorities of the host.
    package internal(set) var authoritiesFile: String?

    static let keys: [Key<ExchangeSettings>] = [
        .one("Timeout", \.timeout, .fetching, "How long the whole exchange may take."),
        .maybe("Proxy", \.proxy, .url, "Proxy for the exchange."),
        .maybe("CAFile", \.authoritiesFile, .path, "Authorities to trust instead of those of the host."),
    ]
}
