internal import Exchange
internal import Settings
internal import Tokens

// Sources with one server and nothing to sign.
extension FetchPlan {
    private static let metadataPath = "/latest/meta-data/ram/security-credentials/"

    /// Seconds for what is a part of the instance's own network, or near.
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
            // The service has no TLS; its address leads nowhere but to the hypervisor.
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
            if let user = settings.runAs { request.user = try BasicUser(user) }
            self.init(.command(request), dialect: .anyKnown, life: assumedLife)
        } catch {
            throw FetchFailure(error)
        }
    }
}
