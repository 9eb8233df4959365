package import Exchange
internal import Sections

/// A server that returns the standard credential document.
package struct CredentialsURISettings: Equatable, Sendable, SourceSettings {
    package internal(set) var url = ExchangeURL(constant: "https://invalid")
    package internal(set) var allowsPlainHTTP = false
    package internal(set) var exchange = ExchangeSettings()

    init() {}

    static let keys: [Key<CredentialsURISettings>] =
        own + ExchangeSettings.keys.map { $0.within(\.exchange) }

    private static let own: [Key<CredentialsURISettings>] = [
        .one("URL", \.url, .url, "URL of the document.").mandatory,
        .one("AllowPlainHTTP", \.allowsPlainHTTP, .boolean, "Whether http to another host is allowed."),
    ]

    mutating func check(in section: Section, _ reading: inout Reading) {
        if !allowsPlainHTTP { section.reportPlainHTTP("URL", through: exchange.proxy, &reading) }
    }
}

/// How to connect to a server whose protocol leaves no other choice.
package struct ExchangeSettings: Equatable, Sendable {
    package internal(set) var timeout = Duration.seconds(15)
    package internal(set) var proxy: ExchangeURL?
    /// `nil`: the certificate authorities of the host.
    package internal(set) var authoritiesFile: String?

    static let keys: [Key<ExchangeSettings>] = [
        .one("Timeout", \.timeout, .fetching, "Time limit of the whole exchange."),
        .maybe("Proxy", \.proxy, .url, "Proxy for the exchange."),
        .maybe("CAFile", \.authoritiesFile, .path, "Authorities to trust instead of those of the host."),
    ]
}
