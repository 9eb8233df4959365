internal import Bytes
internal import Exchange
internal import Text

extension ExchangeLogin {
    /// Lends the value of the `Authorization` header to `body`, and wipes it; without a login there is none.
    func withAuthorization(
        _ body: (Span<UInt8>) throws(ExchangeFailure) -> Void
    ) throws(ExchangeFailure) {
        switch self {
        case .none: return
        case .bearer(let token):
            try token.withSecret { secret throws(ExchangeFailure) in
                var value = ByteBuffer(capacity: secret.count + 8)
                value.append("Bearer ")
                value.append(secret)
                try value.lend(to: body)
            }
        case .basic(let user, let password):
            try password.withSecret { secret throws(ExchangeFailure) in
                var pair = ByteBuffer(capacity: user.name.utf8.count + secret.count + 1)
                pair.append(user.name)
                pair.append(UInt8(ascii: ":"))
                pair.append(secret)
                var value = ByteBuffer(capacity: pair.count * 2 + 8)
                value.append("Basic ")
                value.append(base64: pair.span)
                pair.wipe()
                try value.lend(to: body)
            }
        }
    }
}

extension ByteBuffer {
    fileprivate mutating func lend(
        to body: (Span<UInt8>) throws(ExchangeFailure) -> Void
    ) throws(ExchangeFailure) {
        defer { wipe() }
        try body(span)
    }
}
