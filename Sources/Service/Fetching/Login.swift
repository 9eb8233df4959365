internal import Bytes
internal import Exchange
internal import Kernel
internal import Text
internal import Time
internal import Transfer

extension ExchangeRequest {
    /// Lends the value of the `Authorization` header to `body`, if there is a login.
    func withAuthorization(
        in context: ExchangeContext, _ body: (Span<UInt8>) throws(ExchangeFailure) -> Void
    ) throws(ExchangeFailure) {
        switch login {
        case .none, .metadata: return
        case .bearer(let token):
            try token.withSecret { secret throws(ExchangeFailure) in
                let value = ByteBuffer(bearer: secret)
                try body(value.span)
            }
        case .basic(let user, let password):
            try password.withSecret { secret throws(ExchangeFailure) in
                let value = ByteBuffer(user: user.name, password: secret)
                try body(value.span)
            }
        case .clientCredentials(let client):
            if !context.login.isValid(for: client) {
                context.login.store(try client.token(for: self, in: context), for: client)
            }
            var value = ByteBuffer(capacity: 2_048)
            value.append("Bearer ")
            context.login.append(to: &value)
            try body(value.span)
        }
    }

    /// Returns the token of the hardened mode; `nil` if the login is of another kind or the service does not
    /// support this mode.
    func metadataToken(in context: ExchangeContext) throws(ExchangeFailure) -> String? {
        guard case .metadata(let url) = login else { return nil }
        try checkEncryption(of: url)
        return try metadataToken(at: url, in: context)
    }

    func metadataToken(at url: ExchangeURL, in context: ExchangeContext) throws(ExchangeFailure) -> String? {
        try convertingFailure { () throws(TransferError) in
            var transfer = try Transfer.prepared(url, for: self, in: context)
            // The token is used once and at once.
            try transfer.addHeader(
                "X-aliyun-ecs-metadata-token-ttl-seconds".utf8Span.span, "60".utf8Span.span)
            return try transfer.put() == 200 ? MetadataReply.token(in: transfer.body) : nil
        }
    }
}

extension ClientLogin {
    /// The difference in seconds that two clocks have because `Date` has whole seconds.
    private static let tolerance: UInt64 = 2

    /// Gets a token from the login server (RFC 6749, 4.4.2).
    ///
    /// A server that refuses may do so because of the time, so a proof that states another one is repeated once.
    func token(for request: ExchangeRequest, in context: ExchangeContext) throws(ExchangeFailure)
        -> LoginToken
    {
        try request.checkEncryption(of: tokenURL)
        let now = context.time
        let first = try ask(at: now, for: request, in: context)
        guard proof.statesTime, first.status == 400 || first.status == 401,
            let date = Timestamp(httpDate: first.value.date), (date - now).magnitude > ClientLogin.tolerance
        else { return try LoginReply.token(in: first.value.body, status: first.status) }
        let second = try ask(at: date, for: request, in: context)
        return try LoginReply.token(in: second.value.body, status: second.status)
    }

    /// Uses the proxy and the authorities of `request`; its client certificate is not for this server.
    private func ask(
        at now: Timestamp, for request: ExchangeRequest, in context: ExchangeContext
    ) throws(ExchangeFailure) -> FinishedTransfer {
        let message = try message(at: now, for: request, in: context)
        return try convertingFailure { () throws(TransferError) in
            var transfer = try Transfer.prepared(tokenURL, for: request, in: context)
            try transfer.addHeader("Accept".utf8Span.span, "application/json".utf8Span.span)
            if !message.authorization.isEmpty {
                try transfer.addHeader("Authorization".utf8Span.span, message.authorization.span)
            }
            // libcurl adds the content type of a form.
            let status = try transfer.post(message.form.span)
            return FinishedTransfer(status: status, value: transfer)
        }
    }
}

extension ByteBuffer {
    fileprivate init(bearer token: Span<UInt8>) {
        self.init(capacity: token.count + 8)
        append("Bearer ")
        append(token)
    }

    fileprivate init(user: String, password: Span<UInt8>) {
        var pair = ByteBuffer(capacity: user.utf8.count + password.count + 1)
        pair.append(user)
        pair.append(UInt8(ascii: ":"))
        pair.append(password)
        self.init(basic: pair)
    }

    /// Takes a user name and a password, joined by a colon.
    init(basic pair: borrowing ByteBuffer) {
        self.init(capacity: pair.count * 2 + 8)
        append("Basic ")
        append(base64: pair.span)
    }
}
