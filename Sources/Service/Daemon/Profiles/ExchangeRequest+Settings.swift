internal import Exchange
internal import JSON
internal import Settings
internal import Tokens

extension FetchPlan {
    /// What the configuration says of an AppServer; `order` names its URLs as they are to be tried.
    init(_ server: AppServerSettings, order: [Int], assumedLife: Int) throws(ExchangeError) {
        var attempts: [Attempt] = []
        for number in order {
            attempts.append(
                Attempt(
                    server: number, request: .exchange(try ExchangeRequest(server, at: server.urls[number]))))
        }
        self.init(
            attempts: attempts, dialect: ReplyDialect(server.dialect, from: .appServer),
            assumedLife: assumedLife)
    }
}

extension ExchangeRequest {
    init(_ server: AppServerSettings, at url: ServerURL) throws(ExchangeError) {
        self.init(server.method == .post ? .post : .get, try ExchangeURL(url.text))
        headers = try server.headers.exchangeHeaders()
        body = ExchangeBody(copying: (server.body ?? "").utf8Span.span)
        connectTimeout = max(1, Int(server.connectTimeout.components.seconds))
        timeout = max(1, Int(server.timeout.components.seconds))
        maximumResponseSize = server.maxResponseSize
        allowPlainHTTP = server.allowsPlainHTTP
        proxy = try server.proxy.map { url throws(ExchangeError) in try ExchangeURL(url.text) }
        login = try ExchangeLogin(server.login)
        if !server.dialect.decoder.isEmpty { decoder = try ExchangeCommand(server.dialect.decoder) }
        try apply(server.tls)
    }

    mutating func apply(_ settings: ExchangeSettings) throws(ExchangeError) {
        timeout = max(1, Int(settings.timeout.components.seconds))
        proxy = try settings.proxy.map { url throws(ExchangeError) in try ExchangeURL(url.text) }
        caFile = settings.authoritiesFile
    }

    private mutating func apply(_ tls: TLSSettings) throws(ExchangeError) {
        caFile = tls.authoritiesFile
        for pin in tls.pinnedPublicKeys { pinnedPublicKeys.append(try PublicKeyPin(pin)) }
        guard let path = tls.clientCertificate, let key = tls.clientKey else { return }
        clientCertificate = try ClientCertificate(path, key: try Exchange.SecretFile(key.text))
    }
}

extension [HeaderField] {
    fileprivate func exchangeHeaders() throws(ExchangeError) -> [ExchangeHeader] {
        var headers: [ExchangeHeader] = []
        for field in self { headers.append(try ExchangeHeader(name: field.name, value: field.value)) }
        return headers
    }
}

extension ExchangeLogin {
    /// A credential is named, not located: the helper may be in a unit that has a folder of its own for them.
    fileprivate init(_ login: Login) throws(ExchangeError) {
        switch login {
        case .none: self = .none
        case .bearer(let file): self = .bearer(token: try Exchange.SecretFile(file.text))
        case .basic(let user, let file):
            self = .basic(try BasicUser(user), password: try Exchange.SecretFile(file.text))
        case .clientCredentials(let client):
            self = .clientCredentials(
                try ClientLogin(
                    at: try ExchangeURL(client.tokenURL.text), as: client.clientID,
                    secret: try Exchange.SecretFile(client.clientSecretFile.text), scope: client.scope))
        }
    }
}

extension ReplyDialect {
    /// What the configuration says, and where it says nothing the usual.
    init(_ settings: DialectSettings, from usual: ReplyDialect) {
        self = usual
        for mapped in settings.members {
            if let pointer = JSONPointer(mapped.pointer) { set(mapped.member.inReply, at: pointer) }
        }
        guard let test = settings.success, let pointer = JSONPointer(test.pointer) else { return }
        tests = [ReplyTest(pointer, isEqual: test.isEqual, to: test.value)]
    }
}

extension CredentialMember {
    fileprivate var inReply: ReplyMember {
        switch self {
        case .accessKeyID: .keyID
        case .accessKeySecret: .secret
        case .securityToken: .token
        case .expiration: .expiration
        case .signature: .signature
        }
    }
}
