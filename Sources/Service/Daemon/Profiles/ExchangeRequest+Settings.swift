internal import Exchange
internal import Settings
internal import Tokens

extension FetchPlan {
    /// What the configuration says of an AppServer; `order` names its URLs as they are to be tried.
    init(_ server: AppServerSettings, order: [Int], assumedLife: Int) {
        self.init(
            attempts: order.map { number in
                Attempt(
                    server: number, request: .exchange(ExchangeRequest(server, at: server.urls[number])))
            }, dialect: ReplyDialect(server.dialect, from: .appServer), assumedLife: assumedLife)
    }
}

extension ExchangeRequest {
    init(_ server: AppServerSettings, at url: ExchangeURL) {
        self.init(server.method, url)
        headers = server.headers
        body = ExchangeBody(copying: (server.body ?? "").utf8Span.span)
        connectTimeout = max(1, Int(server.connectTimeout.components.seconds))
        timeout = max(1, Int(server.timeout.components.seconds))
        maximumResponseSize = server.maxResponseSize
        allowPlainHTTP = server.allowsPlainHTTP
        proxy = server.proxy
        login = server.login
        decoder = server.dialect.decoder
        caFile = server.tls.authoritiesFile
        pinnedPublicKeys = server.tls.pinnedPublicKeys
        clientCertificate = server.tls.clientCertificate
    }

    mutating func apply(_ settings: ExchangeSettings) {
        timeout = max(1, Int(settings.timeout.components.seconds))
        proxy = settings.proxy
        caFile = settings.authoritiesFile
    }
}

extension ReplyDialect {
    /// What the configuration says, and where it says nothing the usual.
    init(_ settings: DialectSettings, from usual: ReplyDialect) {
        self = usual
        for mapped in settings.members { set(mapped.member, at: mapped.pointer) }
        if let success = settings.success { tests = [success] }
    }
}
