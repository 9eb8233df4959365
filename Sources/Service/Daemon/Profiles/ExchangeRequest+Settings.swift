internal import Exchange
internal import Settings

extension ExchangeRequest {
    /// What the configuration says of an AppServer, in the helper's terms.
    init(_ server: AppServerSettings) throws(ExchangeError) {
        guard let first = server.urls.first else { throw .urlMissing }
        self.init(server.method == .post ? .post : .get, try ExchangeURL(first.text))
        headers = try server.headers.exchangeHeaders()
        body = server.body ?? ""
        connectTimeout = max(1, Int(server.connectTimeout.components.seconds))
        timeout = max(1, Int(server.timeout.components.seconds))
        maximumResponseSize = min(server.maxResponseSize, ExchangeLimit.responseBytes.upperBound)
        allowPlainHTTP = server.allowsPlainHTTP
        caFile = server.tls.authoritiesFile
        login = try ExchangeLogin(server.login)
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
        case .none, .clientCredentials: self = .none
        case .bearer(let file): self = .bearer(token: try Exchange.SecretFile(file.text))
        case .basic(let user, let file):
            self = .basic(try BasicUser(user), password: try Exchange.SecretFile(file.text))
        }
    }
}
