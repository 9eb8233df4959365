internal import Bytes
internal import Exchange
internal import Kernel
internal import Time
internal import Transfer

/// An exchange that brought an answer.
struct PerformedExchange: ~Copyable {
    let answer: ExchangeAnswer
    let body: ByteBuffer

    /// Blocks until the answer is there.
    init(_ request: ExchangeRequest, by means: Means) throws(ExchangeFailure) {
        try request.checkSecrecy(of: request.url)
        let transfer = try PerformedExchange.transfer(request, by: means)
        let (status, date) = (transfer.status, Timestamp(httpDate: transfer.value.date))
        if status == 401 { means.login.forget() }
        guard ExchangeLimit.statuses.contains(status) else {
            throw ExchangeFailure(.network, "an answer without a proper status")
        }
        // An error of the server is nothing that a decoder was written for.
        if let decoder = request.decoder, status == 200 {
            body = try decoder.output(
                for: transfer.value.body, atMost: request.maximumResponseSize, until: means.deadline)
        } else {
            body = ByteBuffer(copying: transfer.value.body)
        }
        let now = date ?? Timestamp(secondsSince1970: KernelClock.wallSeconds())
        answer = ExchangeAnswer(
            status: status, date: date, retryAfter: RetryAfter.seconds(transfer.value.retryAfter, now: now),
            body: 0..<body.count)
    }

    /// What a command printed counts like an answer.
    init(output: consuming ByteBuffer) {
        answer = ExchangeAnswer(status: 200, date: nil, retryAfter: nil, body: 0..<output.count)
        body = output
    }

    private static func transfer(
        _ request: ExchangeRequest, by means: Means
    ) throws(ExchangeFailure) -> FinishedTransfer {
        let key = request.clientCertificate?.key.place
        var transfer = try failing { () throws(TransferError) in
            var transfer = try Transfer.prepared(request.url, for: request, by: means)
            try transfer.add(request, key: key)
            return transfer
        }
        try request.withAuthorization(by: means) { value throws(ExchangeFailure) in
            try failing { () throws(TransferError) in
                try transfer.addHeader("Authorization".utf8Span.span, value)
            }
        }
        if let token = try request.metadataToken(by: means) {
            try failing { () throws(TransferError) in
                try transfer.addHeader("X-aliyun-ecs-metadata-token".utf8Span.span, token.utf8Span.span)
            }
        }
        let body = try request.wholeBody()
        let status = try failing { () throws(TransferError) in
            try request.method == .get ? transfer.get() : transfer.post(body.span)
        }
        return FinishedTransfer(status: status, value: transfer)
    }
}
