/// How the operator's AppServer is asked.
package struct AppServerSettings: Equatable, Sendable, SourceSettings {
    /// Tried in this order; never empty.
    package internal(set) var urls: [ServerURL] = []
    package internal(set) var method = AppServerMethod.get
    package internal(set) var headers: [HeaderField] = []
    package internal(set) var body: String?
    package internal(set) var connectTimeout = Duration.seconds(5)
    package internal(set) var timeout = Duration.seconds(30)
    package internal(set) var maxResponseSize = 1 << 20
    package internal(set) var proxy: ServerURL?
    package internal(set) var login = Login.none
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
        login = loginKeys.login(in: section, &reading)
        tls.check(in: section, &reading)
        dialect.check(in: section, &reading)
        if body != nil, method == .get {
            reading.report("Body= needs Method=POST", at: section.position(of: "Body"))
        }
        guard !allowsPlainHTTP else { return }
        section.reportPlainHTTP("URL", &reading)
        section.reportPlainHTTP("TokenURL", &reading)
    }
}

/// The methods that an AppServer is asked with.
package enum AppServerMethod: String, CaseIterable, Sendable {
    case get = "GET"
    case post = "POST"
}

extension Kind<Duration> {
    /// The time that one exchange may take.
    static var fetching: Kind { .duration(.milliseconds(100)...Duration.seconds(600)) }
}

extension Section {
    /// Reports each URL of a key that would carry a secret in the open.
    func reportPlainHTTP(_ key: String, _ reading: inout Reading) {
        for value in values(of: key) {
            for word in (try? value.words()) ?? [] where (try? ServerURL(word.text))?.isExposed == true {
                reading.report(
                    "plain http would carry secrets in the open: use https, or AllowPlainHTTP=yes",
                    at: word.position)
            }
        }
    }
}
