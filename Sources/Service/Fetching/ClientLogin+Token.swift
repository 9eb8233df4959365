internal import Bytes
internal import Exchange
internal import Kernel
internal import Text
internal import Transfer

extension ClientLogin {
    /// Gets a token of the login server (RFC 6749, 4.4.2), by the way and the authorities of `request`.
    ///
    /// The certificate and the pins are not for this server.
    func token(for request: ExchangeRequest, by means: Means) throws(ExchangeFailure) -> LoginToken {
        try request.checkSecrecy(of: tokenURL)
        return try secret.withSecret { secret throws(ExchangeFailure) in
            let login = basicLogin(secret)
            let answer = try failing { () throws(TransferError) in
                var transfer = try Transfer.prepared(tokenURL, for: request, by: means)
                try transfer.addHeader("Accept".utf8Span.span, "application/json".utf8Span.span)
                try transfer.addHeader("Authorization".utf8Span.span, login.span)
                // The type is that of a form, which libcurl adds by itself.
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

    /// Both parts escaped as in a form (RFC 6749, 2.3.1).
    private func basicLogin(_ secret: Span<UInt8>) -> ByteBuffer {
        var pair = ByteBuffer(capacity: 3 * (client.utf8.count + secret.count) + 1)
        pair.append(percentEncoded: client.utf8Span.span)
        pair.append(UInt8(ascii: ":"))
        pair.append(percentEncoded: secret)
        var value = ByteBuffer(capacity: pair.count * 2 + 8)
        value.append("Basic ")
        value.append(base64: pair.span)
        return value
    }
}
