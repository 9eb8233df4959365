internal import Bytes
internal import Exchange
internal import Exchanging
internal import Kernel
internal import Settings
internal import Signing
internal import Time
internal import Tokens

// STS: the key stays here. The helper gets a signed request, valid for one call.
extension FetchPlan {
    init(
        _ role: AssumeRoleSettings, with credential: Credential, at now: Timestamp, assumedLife: Int
    ) throws(FetchFailure) {
        var request = STSRequest(action: "AssumeRole")
        try request.add("RoleArn", role.roleARN.utf8Span.span)
        try request.add(role.session)
        if let externalID = role.externalID {
            try request.add("ExternalId", externalID.utf8Span.span)
        }
        var signer = STSSigner()
        try signer.sign(&request, with: credential, at: now)
        try self.init(
            form: signer.query.span, to: role.endpoint, by: role.exchange, assumedLife: assumedLife)
    }

    /// Only the helper reads the identity provider's token.
    init(_ role: AssumeRoleOIDCSettings, at now: Timestamp, assumedLife: Int) throws(FetchFailure) {
        var request = STSRequest(action: "AssumeRoleWithOIDC")
        try request.add("RoleArn", role.roleARN.utf8Span.span)
        try request.add("OIDCProviderArn", role.providerARN.utf8Span.span)
        try request.add(role.session)
        var signer = STSSigner()
        signer.write(unsigned: &request, nonce: newNonce().span, at: now)
        try self.init(
            form: signer.query.span, ending: role.tokenFile, to: role.endpoint, by: role.exchange,
            assumedLife: assumedLife)
    }

    private init(
        form: Span<UInt8>, ending tokenFile: SecretPlace? = nil, to endpoint: ExchangeURL,
        by settings: ExchangeSettings, assumedLife: Int
    ) throws(FetchFailure) {
        do throws(ExchangeError) {
            var request = ExchangeRequest(.post, try ExchangeURL(endpoint.text + "/"))
            request.headers = [try ExchangeHeader(name: "Accept", value: "application/json")]
            request.body = ExchangeBody(copying: form)
            if let tokenFile { request.formFile = try FormFile("OIDCToken", file: try tokenFile.named()) }
            request.apply(settings)
            self.init(
                attempts: [Attempt(server: 0, request: .exchange(request))], dialect: .sts,
                assumedLife: assumedLife)
        } catch {
            throw FetchFailure(error)
        }
    }
}

extension STSRequest {
    fileprivate mutating func add(_ session: RoleSessionSettings) throws(FetchFailure) {
        try add("RoleSessionName", session.name.utf8Span.span)
        try add("DurationSeconds", session.duration)
        if let policy = try session.policy?.contents() { try add("Policy", policy.span) }
    }

    fileprivate mutating func add(_ name: StaticString, _ value: Span<UInt8>) throws(FetchFailure) {
        try mapping(addParameter(name, value)) { (error: SigningError) in FetchFailure(error) }
    }

    fileprivate mutating func add(_ name: StaticString, _ duration: Duration) throws(FetchFailure) {
        try mapping(addParameter(name, Int(duration.components.seconds))) { (error: SigningError) in
            FetchFailure(error)
        }
    }
}

extension STSSigner {
    fileprivate mutating func sign(
        _ request: inout STSRequest, with credential: Credential, at now: Timestamp
    ) throws(FetchFailure) {
        var keyID = ByteBuffer(capacity: 128)
        keyID.append(credential.signing.keyID)
        var token = ByteBuffer(capacity: 2_048)
        token.append(credential.signing.securityToken)
        let isSigned = credential.secret.withBytes { secret in
            guard let key = STSCredential(keyID: keyID.span, secret: secret, securityToken: token.span) else {
                return false
            }
            signRPC(&request, with: key, nonce: newNonce().span, at: now)
            return true
        }
        guard isSigned else {
            throw FetchFailure(kind: .permanent, message: "STS does not understand the key of Via=")
        }
    }
}

extension SessionPolicy {
    /// STS accepts 2,048 characters.
    private static let limit = 8_192

    /// Read each time, so that it can be changed without a restart.
    fileprivate func contents() throws(FetchFailure) -> ByteBuffer {
        switch self {
        case .text(let text): return ByteBuffer(copying: text.utf8Span.span)
        case .file(let path):
            return try mapping(File.contents(of: path, atMost: SessionPolicy.limit)) { (error: SystemError) in
                FetchFailure(error, of: "Policy=")
            }
        }
    }
}

/// A random value, because STS refuses a nonce that it has seen.
private func newNonce() -> ByteBuffer {
    var text = ByteBuffer(capacity: 32)
    text.append(hex: Randomness.bytes(16).span)
    return text
}
