package import Exchange
internal import Sections

/// How to ask the operator's AppServer for a token.
package struct AppServerSettings: Equatable, Sendable, SourceSettings {
    /// In the order in which they are tried; never empty.
    package internal(set) var urls: [ExchangeURL] = []
    package internal(set) var method = ExchangeRequest.Method.get
    package internal(set) var headers: [ExchangeHeader] = []
    package internal(set) var body: String?
    package internal(set) var timeout = Duration.seconds(30)
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
            "URLs of the AppServer; tried in order, those that failed recently last."
        ).mandatory,
        .one("Method", \.method, .choice([("GET", .get), ("POST", .post)]), "GET or POST."),
        .lines("Header", \.headers, .header, "Name: value, sent with each request; one for each line."),
        .maybe("Body", \.body, .text, "Body of a POST."),
        .one("Timeout", \.timeout, .fetching, "Time limit of the whole exchange."),
        .maybe("Proxy", \.proxy, .url, "Proxy for the exchange."),
        .one("AllowPlainHTTP", \.allowsPlainHTTP, .boolean, "Whether http to another host is allowed."),
    ]

    mutating func check(in section: Section, _ reading: inout Reading) {
        check(in: section, maximumHeaders: ExchangeLimit.headers, &reading)
    }

    mutating func check(in section: Section, maximumHeaders: Int, _ reading: inout Reading) {
        login = loginKeys.login(in: section, &reading)
        tls.check(in: section, &reading)
        dialect.check(in: section, &reading)
        if body != nil, method == .get {
            section.report("Body= needs Method=POST", at: "Body", &reading)
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
    /// The time limit of one exchange.
    static var fetching: Kind { .duration(.milliseconds(100)...Duration.seconds(600)) }
}

extension Section {
    /// Reports each URL of a key that would send a secret in clear text; a proxy counts as another host.
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

/// The trusted certificate authorities and the client certificate.
package struct TLSSettings: Equatable, Sendable {
    /// `nil`: the certificate authorities of the host.
    package internal(set) var authoritiesFile: String?
    package private(set) var clientCertificate: ClientCertificate?
    var certificateFile: String?
    var keyFile: SecretPlace?

    static let keys: [Key<TLSSettings>] = [
        .maybe("CAFile", \.authoritiesFile, .path, "Authorities to trust instead of those of the host."),
        .maybe("ClientCertificate", \.certificateFile, .path, "Client certificate."),
        .maybe("ClientKey", \.keyFile, .secretFile, "Private key of that certificate."),
    ]

    mutating func check(in section: Section, _ reading: inout Reading) {
        if section.has("ClientCertificate"), !section.has("ClientKey") {
            section.report("ClientCertificate= needs ClientKey=", at: "ClientCertificate", &reading)
        }
        if section.has("ClientKey"), !section.has("ClientCertificate") {
            section.report("ClientKey= needs ClientCertificate=", at: "ClientKey", &reading)
        }
        guard let certificateFile, let keyFile else { return }
        do throws(ExchangeError) {
            clientCertificate = try ClientCertificate(certificateFile, key: try keyFile.named())
        } catch {
            section.report(error.description, at: "ClientCertificate", &reading)
        }
    }
}

/// A server that signs on request, so that the host never has the key.
package struct RemoteSignerSettings: Equatable, Sendable, SourceSettings {
    package internal(set) var server = AppServerSettings()
    package internal(set) var accessKeyID = ""
    /// The server gets the bare string to sign, as those of the mobile SDKs do, and not the document about it.
    package internal(set) var postsString = false

    init() {
        server.method = .post
    }

    static let keys: [Key<RemoteSignerSettings>] =
        AppServerSettings.keys.map { $0.within(\.server) } + [
            .one("AccessKeyID", \.accessKeyID, .keyID, "ID of the key that the server signs with.").mandatory,
            .one("PostString", \.postsString, .boolean, "Whether to post the bare string to sign."),
        ]

    mutating func check(in section: Section, _ reading: inout Reading) {
        // The daemon adds a `Content-Type` header, unless the configuration has one.
        let hasType = server.headers.contains { $0.name.lowercased() == "content-type" }
        server.check(
            in: section, maximumHeaders: ExchangeLimit.headers - (hasType ? 0 : 1), &reading)
        if section.has("Method"), server.method == .get {
            section.report(
                "Method= must be POST: the daemon sends the string to sign", at: "Method", &reading)
        }
        if section.has("Body") {
            section.report("Body= is not allowed: the daemon sends the string to sign", at: "Body", &reading)
        }
    }
}
