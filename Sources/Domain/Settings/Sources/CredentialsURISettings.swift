package import Exchange

/// A server that hands out the document of six members.
package struct CredentialsURISettings: Equatable, Sendable, SourceSettings {
    package internal(set) var url = ExchangeURL(constant: "https://invalid")
    package internal(set) var allowsPlainHTTP = false
    package internal(set) var exchange = ExchangeSettings()

    init() {}

    static let keys: [Key<CredentialsURISettings>] =
        own + ExchangeSettings.keys.map { $0.within(\.exchange) }

    private static let own: [Key<CredentialsURISettings>] = [
        .one("URL", \.url, .url, "Where the document is.").mandatory,
        .one("AllowPlainHTTP", \.allowsPlainHTTP, .boolean, "Whether http may leave this host."),
    ]

    mutating func check(in section: Section, _ reading: inout Reading) {
        if !allowsPlainHTTP { section.reportPlainHTTP("URL", through: exchange.proxy, &reading) }
    }
}
