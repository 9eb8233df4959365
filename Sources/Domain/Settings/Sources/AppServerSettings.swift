package import Exchange

/// How the operator's AppServer is asked.
package struct AppServerSettings: Equatable, Sendable, SourceSettings {
    /// Tried in this order; never empty.
    package internal(set) var urls: [ExchangeURL] = []
    package internal(set) var method = ExchangeRequest.Method.get
    package internal(set) var headers: [ExchangeHeader] = []
    package internal(set) var body: String?
    package internal(set) var connectTimeout = Duration.seconds(5)
    package internal(set) var timeout = Duration.seconds(30)
    package internal(set) var maxResponseSize = 1 << 20
    package internal(set) var proxy: ExchangeURL?
    package internal(set) var login = ExchangeLogin.none
    package internal(set) var tls = TLSSettings()
    package internal(set) var dialect = DialectSettings()
    package internal(set) var allowsPlainHTTP = false
    var loginKeys = LoginKeys()

    init() {}

    static let keys: [Key<AppServerSettings>] =
        exchange + LoginKeys.keys.map { $0.within(\.loginKeys) } + TLSSettings.keys.map { $0.within(\.tls) }
        + DialectSettings.keys.map { $0.within(\.dialect) }

    private static let exchange: [Key<AppServerSettings>] = [
        .words(
            "URL", \.urls, .url,
            "Where tokens are fetched; several are tried in order, one that failed lately last."
        ).mandatory,
        .one("Method", \.method, .choice(), "GET or POST."),
        .lines("Header", \.headers, .header, "Name: value, sent with each request; one for each line."),
        .maybe("Body", \.body, .text, "What a POST sends."),
        .one("ConnectTimeout", \.connectTimeout, .fetching, "How long a connection may take."),
        .one("Timeout", \.timeout, .fetching, "How long the whole exchange may take."),
        .one("MaxResponseSize", \.maxResponseSize, .size(1 << 10...1 << 20), "Largest answer that is read."),
        .maybe("Proxy", \.proxy, .url, "Proxy for the exchange."),
        .one("AllowPlainHTTP", \.allowsPlainHTTP, .boolean, "Whether http may leave this host."),
    ]

    mutating func check(in section: Section, _ reading: inout Reading) {
        check(in: section, maximumHeaders: ExchangeLimit.headers, &reading)
    }

    mutating func check(in section: Section, maximumHeaders: Int, _ reading: inout Reading) {
        login = loginKeys.login(in: section, &reading)
        tls.check(in: section, &reading)
        dialect.check(in: section, &reading)
        if body != nil, method == .get {
            reading.report("Body= needs Method=POST", at: section.position(of: "Body"))
        }
        if let excess = section.values(of: "Header").dropFirst(maximumHeaders).first {
            reading.report("there are at most \(maximumHeaders) headers", at: excess.position())
        }
        guard !allowsPlainHTTP else { return }
        section.reportPlainHTTP("URL", through: proxy, &reading)
        section.reportPlainHTTP("TokenURL", through: proxy, &reading)
    }
}

extension Kind<Duration> {
    /// The time that one exchange may take.
    static var fetching: Kind { .duration(.milliseconds(100)...Duration.seconds(600)) }
}

extension Section {
    /// Reports each URL of a key that would carry a secret in the open; a proxy is no part of this host.
    func reportPlainHTTP(_ key: String, through proxy: ExchangeURL?, _ reading: inout Reading) {
        for value in values(of: key) {
            for word in (try? value.words()) ?? [] {
                guard let url = try? ExchangeURL(written: word.text, defaultScheme: "https://"),
                    url.isExposed(through: proxy)
                else { continue }
                let way = url.isLoopback ? "plain http through Proxy=" : "plain http"
                reading.report(
                    "\(way) would carry secrets in the open: use https, or AllowPlainHTTP=yes",
                    at: word.position)
            }
        }
    }
}
