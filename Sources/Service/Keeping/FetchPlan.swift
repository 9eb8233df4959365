internal import Bytes
internal import Exchange
internal import Exchanging
internal import Kernel
internal import Settings
internal import Time
internal import Tokens

/// How to fetch a token: the requests to try in order, and the format of their answers.
struct FetchPlan {
    /// The number of a server in the configuration, and the request to it.
    struct Attempt {
        let server: Int
        let request: HelperRequest
        /// The answer is the name of a role; its token is fetched below the same address.
        var isForRole = false
        /// The path of a credentials URI may be enough to get the credential.
        var hasSecretPath = false
    }

    /// Never empty.
    var attempts: [Attempt]
    var dialect: ReplyDialect
    /// The life in seconds of a token without an expiration.
    var assumedLife: Int
    /// The servers' clock as known before the request.
    var skew = ClockSkew()

    func credential(in body: Span<UInt8>, at now: Timestamp) throws(CredentialError) -> ReceivedCredential {
        try DialectReply.credential(in: body, as: dialect, at: now, assumedLife: assumedLife)
    }
}

extension FetchPlan.Attempt {
    /// The request for the token of a role.
    func naming(_ role: String) -> HelperRequest? {
        guard case .exchange(var request) = request, let url = try? ExchangeURL(request.url.text + role)
        else {
            return nil
        }
        request.url = url
        return .exchange(request)
    }
}

// Sources with one server and nothing to sign.
extension FetchPlan {
    private static let metadataPath = "/latest/meta-data/ram/security-credentials/"

    /// In seconds, for a service in the network of the instance.
    private static let shortTimeout = 10

    private init(_ request: HelperRequest, isForRole: Bool = false, dialect: ReplyDialect, life: Int) {
        self.init(
            attempts: [Attempt(server: 0, request: request, isForRole: isForRole)], dialect: dialect,
            assumedLife: life)
    }

    init(_ settings: CredentialsURISettings, assumedLife: Int) {
        var request = ExchangeRequest(.get, settings.url)
        request.allowPlainHTTP = settings.allowsPlainHTTP
        request.apply(settings.exchange)
        self.init(.exchange(request), dialect: .document, life: assumedLife)
        attempts[0].hasSecretPath = true
    }

    init(_ settings: ECSRAMRoleSettings, assumedLife: Int) throws(FetchFailure) {
        do throws(ExchangeError) {
            let endpoint = settings.endpoint.text
            var request = ExchangeRequest(
                .get, try ExchangeURL(endpoint + FetchPlan.metadataPath + (settings.roleName ?? "")))
            request.login = .metadata(tokenURL: try ExchangeURL(endpoint + "/latest/api/token"))
            request.timeout = FetchPlan.shortTimeout
            // The service has no TLS, and its address reaches only the hypervisor.
            request.allowPlainHTTP = true
            self.init(
                .exchange(request), isForRole: settings.roleName == nil, dialect: .document, life: assumedLife
            )
        } catch {
            throw FetchFailure(error)
        }
    }

    init(_ settings: ProcessSettings, assumedLife: Int) throws(FetchFailure) {
        do throws(ExchangeError) {
            var request = CommandRequest(try ExchangeCommand(settings.command))
            request.timeout = max(1, Int(settings.timeout.components.seconds))
            self.init(.command(request), dialect: .anyKnown, life: assumedLife)
        } catch {
            throw FetchFailure(error)
        }
    }

    /// `order`: the numbers of the AppServer's URLs, in the order to try them.
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
        timeout = max(1, Int(server.timeout.components.seconds))
        // A token has about 1 KiB.
        maximumResponseSize = 1 << 20
        allowPlainHTTP = server.allowsPlainHTTP
        proxy = server.proxy
        login = server.login
        decoder = server.dialect.decoder
        caFile = server.tls.authoritiesFile
        clientCertificate = server.tls.clientCertificate
    }

    mutating func apply(_ settings: ExchangeSettings) {
        timeout = max(1, Int(settings.timeout.components.seconds))
        proxy = settings.proxy
        caFile = settings.authoritiesFile
    }
}

extension ReplyDialect {
    /// The configured dialect; members that it does not name keep their usual names.
    init(_ settings: DialectSettings, from usual: ReplyDialect) {
        self = usual
        canBeMapped = true
        for mapped in settings.members { set(mapped.member, at: mapped.pointer) }
        if let success = settings.success { tests = [success] }
    }
}
