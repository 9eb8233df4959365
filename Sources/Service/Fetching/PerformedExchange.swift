internal import Exchange
internal import Kernel
internal import Time
internal import Transfer

/// An exchange that brought an answer; the body is still where it arrived.
struct PerformedExchange: ~Copyable {
    private let transfer: Transfer
    let answer: ExchangeAnswer

    /// Blocks until the answer is there.
    init(_ request: ExchangeRequest) throws(ExchangeFailure) {
        guard !request.isRefusedAsPlainHTTP else {
            throw ExchangeFailure(
                .refusedPlainHTTP, "plain HTTP to \(request.url.host), which is not this machine")
        }
        var transfer = try failing { () throws(TransferError) in try Transfer.prepared(for: request) }
        try transfer.logIn(request.login)
        let status = try failing { () throws(TransferError) in try transfer.perform(request) }
        guard ExchangeLimit.statuses.contains(status) else {
            throw ExchangeFailure(.network, "an answer without a proper status")
        }
        answer = ExchangeAnswer(transfer, status)
        self.transfer = transfer
    }

    var body: Span<UInt8> {
        @_lifetime(borrow self) get { transfer.body }
    }
}

extension ExchangeAnswer {
    fileprivate init(_ transfer: borrowing Transfer, _ status: Int) {
        let date = Timestamp(httpDate: transfer.date)
        let now = date ?? Timestamp(secondsSince1970: KernelClock.wallSeconds())
        self.init(
            status: status, date: date, retryAfter: RetryAfter.seconds(transfer.retryAfter, now: now),
            body: 0..<transfer.body.count)
    }
}

extension Transfer {
    fileprivate static func prepared(for request: ExchangeRequest) throws(TransferError) -> Transfer {
        var transfer = try Transfer(request.url.text, within: TransferLimits(request))
        if let file = request.caFile { try transfer.trust(file) }
        for header in request.headers {
            try transfer.addHeader(header.name.utf8Span.span, header.value.utf8Span.span)
        }
        return transfer
    }

    fileprivate mutating func logIn(_ login: ExchangeLogin) throws(ExchangeFailure) {
        try login.withAuthorization { value throws(ExchangeFailure) in
            try failing { () throws(TransferError) in try addHeader("Authorization".utf8Span.span, value) }
        }
    }

    fileprivate mutating func perform(_ request: ExchangeRequest) throws(TransferError) -> Int {
        try request.method == .get ? get() : post(request.body.utf8Span.span)
    }
}

/// A failure of libcurl in the words of the reply.
private func failing<Value: ~Copyable>(
    _ body: () throws(TransferError) -> Value
) throws(ExchangeFailure) -> Value {
    do throws(TransferError) {
        return try body()
    } catch {
        throw ExchangeFailure(error)
    }
}

extension TransferLimits {
    fileprivate init(_ request: ExchangeRequest) {
        self.init(
            connecting: .seconds(request.connectTimeout), total: .seconds(request.timeout),
            responseSize: request.maximumResponseSize)
    }
}

extension ExchangeFailure {
    fileprivate init(_ error: TransferError) {
        self.init(Kind(error.kind), error.description)
    }
}

extension ExchangeFailure.Kind {
    fileprivate init(_ kind: TransferError.Kind) {
        switch kind {
        case .network: self = .network
        case .dns: self = .dns
        case .tls: self = .tls
        case .timeout: self = .timeout
        case .tooLarge: self = .tooLarge
        case .request: self = .badRequest
        }
    }
}
