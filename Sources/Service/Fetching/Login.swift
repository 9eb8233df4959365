internal import Bytes
internal import Exchange
internal import Kernel
internal import Text
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
}

extension ExchangeRequest {
    /// Returns the token of the hardened mode; `nil` if the login is of another kind or the service does not
    /// support this mode.
    func metadataToken(in context: ExchangeContext) throws(ExchangeFailure) -> String? {
        guard case .metadata(let url) = login else { return nil }
        try checkEncryption(of: url)
        return try convertingFailure { () throws(TransferError) in
            var transfer = try Transfer.prepared(url, for: self, in: context)
            // The token is used once and at once.
            try transfer.addHeader(
                "X-aliyun-ecs-metadata-token-ttl-seconds".utf8Span.span, "60".utf8Span.span)
            return try transfer.put() == 200 ? MetadataReply.token(in: transfer.body) : nil
        }
    }
}

extension ClientLogin {
    /// Gets a token from the login server (RFC 6749, 4.4.2) with the proxy and the authorities of `request`.
    ///
    /// The client certificate and the pins of `request` do not apply to this server.
    func token(for request: ExchangeRequest, in context: ExchangeContext) throws(ExchangeFailure)
        -> LoginToken
    {
        try request.checkEncryption(of: tokenURL)
        return try secret.withSecret { secret throws(ExchangeFailure) in
            let login = basicLogin(secret)
            let answer = try convertingFailure { () throws(TransferError) in
                var transfer = try Transfer.prepared(tokenURL, for: request, in: context)
                try transfer.addHeader("Accept".utf8Span.span, "application/json".utf8Span.span)
                try transfer.addHeader("Authorization".utf8Span.span, login.span)
                // libcurl adds the content type of a form.
                let status = try transfer.post(form.span)
                return FinishedTransfer(status: status, value: transfer)
            }
            return try LoginReply.token(in: answer.value.body, status: answer.status)
        }
    }

    private var form: ByteBuffer {
        var form = ByteBuffer(capacity: 256)
        form.append("grant_type=client_credentials")
        if let scope {
            form.append("&scope=")
            form.append(percentEncoded: scope.utf8Span.span)
        }
        return form
    }

    /// Both parts are escaped as in a form (RFC 6749, 2.3.1).
    private func basicLogin(_ secret: Span<UInt8>) -> ByteBuffer {
        var pair = ByteBuffer(capacity: 3 * (client.utf8.count + secret.count) + 1)
        pair.append(percentEncoded: client.utf8Span.span)
        pair.append(UInt8(ascii: ":"))
        pair.append(percentEncoded: secret)
        return ByteBuffer(basic: pair)
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
    fileprivate init(basic pair: borrowing ByteBuffer) {
        self.init(capacity: pair.count * 2 + 8)
        append("Basic ")
        append(base64: pair.span)
    }
}
