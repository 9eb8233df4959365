internal import Exchange
internal import Time
internal import Tokens

/// How a token is to be had: whom to ask, one after the other, and how they write their answers.
struct FetchPlan {
    /// The number of a server in the configuration, and what it is asked.
    struct Attempt {
        let server: Int
        let request: HelperRequest
        /// The answer is no token but the name of a role, which is to be asked for below the same address.
        var isForRole = false
        /// The path of a credentials URI may be all that a program needs to get the credential.
        var hasSecretPath = false
    }

    /// Never empty.
    var attempts: [Attempt]
    var dialect: ReplyDialect
    /// Seconds that a token lives whose server names no end.
    var assumedLife: Int
    /// What is known of the servers' clock before they are asked.
    var skew = ClockSkew()
}

extension FetchPlan {
    func credential(in body: Span<UInt8>, at now: Timestamp) throws(CredentialError) -> ReceivedCredential {
        try DialectReply.credential(in: body, as: dialect, at: now, assumedLife: assumedLife)
    }
}

extension FetchPlan.Attempt {
    /// The same question about a role that is now known.
    func naming(_ role: String) -> HelperRequest? {
        guard case .exchange(var request) = request, let url = try? ExchangeURL(request.url.text + role)
        else {
            return nil
        }
        request.url = url
        return .exchange(request)
    }
}
