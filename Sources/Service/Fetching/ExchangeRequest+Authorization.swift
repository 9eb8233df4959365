internal import Bytes
internal import Exchange
internal import Text

extension ExchangeRequest {
    /// Lends the value of the `Authorization` header to `body`; without a login there is none.
    func withAuthorization(
        by means: Means, _ body: (Span<UInt8>) throws(ExchangeFailure) -> Void
    ) throws(ExchangeFailure) {
        switch login {
        case .none, .metadata: return
        case .bearer(let token):
            try token.withSecret { secret throws(ExchangeFailure) in
                try ByteBuffer.lend(bearer: secret, to: body)
            }
        case .basic(let user, let password):
            try password.withSecret { secret throws(ExchangeFailure) in
                try ByteBuffer.lend(user: user.name, secret, to: body)
            }
        case .clientCredentials(let client):
            if !means.login.isGood(for: client) {
                means.login.keep(try client.token(for: self, by: means), for: client)
            }
            var value = ByteBuffer(capacity: 2_048)
            value.append("Bearer ")
            means.login.append(to: &value)
            try body(value.span)
        }
    }
}

extension ByteBuffer {
    fileprivate static func lend(
        bearer token: Span<UInt8>, to body: (Span<UInt8>) throws(ExchangeFailure) -> Void
    ) throws(ExchangeFailure) {
        var value = ByteBuffer(capacity: token.count + 8)
        value.append("Bearer ")
        value.append(token)
        try body(value.span)
    }

    fileprivate static func lend(
        user: String, _ password: Span<UInt8>, to body: (Span<UInt8>) throws(ExchangeFailure) -> Void
    ) throws(ExchangeFailure) {
        var pair = ByteBuffer(capacity: user.utf8.count + password.count + 1)
        pair.append(user)
        pair.append(UInt8(ascii: ":"))
        pair.append(password)
        var value = ByteBuffer(capacity: pair.count * 2 + 8)
        value.append("Basic ")
        value.append(base64: pair.span)
        try body(value.span)
    }
}
