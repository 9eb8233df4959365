internal import Bytes
internal import Exchange
internal import Kernel
internal import Text
internal import Time
internal import Transfer

/// A completed exchange.
struct PerformedExchange: ~Copyable {
    let answer: ExchangeAnswer
    let body: ByteBuffer

    /// Blocks until the answer is complete.
    init(_ request: ExchangeRequest, in context: ExchangeContext) throws(ExchangeFailure) {
        try request.checkEncryption(of: request.url)
        try request.checkAuthorities()
        let transfer = try PerformedExchange.transfer(request, in: context)
        let (status, date) = (transfer.status, Timestamp(httpDate: transfer.value.date))
        if status == 401 { context.login.clear() }
        guard ExchangeLimit.statuses.contains(status) else {
            throw ExchangeFailure(.network, "an answer without a proper status")
        }
        // The decoder expects a successful answer, not an error of the server.
        if let decoder = request.decoder, status == 200 {
            body = try decoder.output(
                for: transfer.value.body, atMost: request.maximumResponseSize, until: context.deadline)
        } else {
            body = ByteBuffer(copying: transfer.value.body)
        }
        let now = date ?? Timestamp(secondsSince1970: KernelClock.wallSeconds())
        answer = ExchangeAnswer(
            status: status, date: date, retryAfter: RetryAfter.seconds(transfer.value.retryAfter, now: now),
            body: 0..<body.count)
    }

    /// Treats the output of a command like an answer.
    init(output: consuming ByteBuffer) {
        answer = ExchangeAnswer(status: 200, date: nil, retryAfter: nil, body: 0..<output.count)
        body = output
    }

    private static func transfer(
        _ request: ExchangeRequest, in context: ExchangeContext
    ) throws(ExchangeFailure) -> FinishedTransfer {
        let key = request.clientCertificate?.key.resolvedPath
        var transfer = try convertingFailure { () throws(TransferError) in
            var transfer = try Transfer.prepared(request.url, for: request, in: context)
            try transfer.add(request, key: key)
            return transfer
        }
        try addLogin(of: request, to: &transfer, in: context)
        let body = try request.wholeBody()
        let status = try convertingFailure { () throws(TransferError) in
            switch request.method {
            case .get: try transfer.get()
            case .post: try transfer.post(body.span)
            case .put: try transfer.put(body.span)
            case .delete: try transfer.delete()
            }
        }
        return FinishedTransfer(status: status, value: transfer)
    }

    private static func addLogin(
        of request: ExchangeRequest, to transfer: inout Transfer, in context: ExchangeContext
    ) throws(ExchangeFailure) {
        try request.withAuthorization(in: context) { value throws(ExchangeFailure) in
            try convertingFailure { () throws(TransferError) in
                try transfer.addHeader("Authorization".utf8Span.span, value)
            }
        }
        if let token = try request.metadataToken(in: context) {
            try convertingFailure { () throws(TransferError) in
                try transfer.addHeader("X-aliyun-ecs-metadata-token".utf8Span.span, token.utf8Span.span)
            }
        }
    }
}

extension ExchangeRequest {
    /// The token of an identity provider has up to 20,000 characters.
    private static let formFileLimit = 32_768

    /// Returns the body, including the content of the form's file.
    ///
    /// The caller wipes it.
    fileprivate func wholeBody() throws(ExchangeFailure) -> ByteBuffer {
        guard let formFile else {
            var whole = ByteBuffer(capacity: body.bytes.count)
            whole.append(body.bytes)
            return whole
        }
        return try formFile.file.withSecret(atMost: ExchangeRequest.formFileLimit) {
            secret throws(ExchangeFailure) in
            var whole = ByteBuffer(capacity: body.bytes.count + secret.count + 256)
            whole.append(body.bytes)
            if !body.bytes.isEmpty { whole.append(UInt8(ascii: "&")) }
            whole.append(formFile.name)
            whole.append(UInt8(ascii: "="))
            whole.append(percentEncoded: secret)
            return whole
        }
    }
}

/// A transfer with a complete response.
struct FinishedTransfer: ~Copyable {
    let status: Int
    let value: Transfer
}

extension Transfer {
    /// Returns a transfer with the proxy and the authorities of `request`.
    static func prepared(
        _ url: ExchangeURL, for request: ExchangeRequest, in context: ExchangeContext
    ) throws(TransferError) -> Transfer {
        var transfer = try Transfer(url.text, within: TransferLimits(request, until: context.deadline))
        transfer.share(context.connections)
        if let file = request.caFile { try transfer.trust(file) }
        if let proxy = request.proxy { try transfer.go(through: proxy.text) }
        return transfer
    }

    /// Adds the parts that no other server may see, such as a login server.
    mutating func add(_ request: ExchangeRequest, key: String?) throws(TransferError) {
        if let certificate = request.clientCertificate, let key { try present(certificate.path, key: key) }
        for header in request.headers {
            try addHeader(header.name.utf8Span.span, header.value.utf8Span.span)
        }
    }
}

extension TransferLimits {
    fileprivate init(_ request: ExchangeRequest, until deadline: Int64) {
        // 0 means no limit in libcurl.
        let left = max(.milliseconds(1), Duration.nanoseconds(deadline - KernelClock.bootNanoseconds()))
        self.init(
            connecting: min(.seconds(5), left), total: left,
            responseSize: request.maximumResponseSize)
    }
}

extension ExchangeRequest {
    func checkEncryption(of url: ExchangeURL) throws(ExchangeFailure) {
        guard isRefusedAsPlainHTTP(url) else { return }
        throw ExchangeFailure(.refusedPlainHTTP, "plain HTTP to \(url.host), which is not this machine")
    }

    /// libcurl reports a file that it cannot read as a certificate of the server that cannot be trusted.
    func checkAuthorities() throws(ExchangeFailure) {
        guard let caFile else { return }
        _ = try mapping(File.open(caFile)) { (error: SystemError) in
            ExchangeFailure(.badRequest, "the fetch helper cannot read CAFile=: \(error)")
        }
    }
}

/// Turns a failure of libcurl into one of the reply.
func convertingFailure<Value: ~Copyable>(_ body: () throws(TransferError) -> Value) throws(ExchangeFailure)
    -> Value
{
    try mapping(body()) { (error: TransferError) in ExchangeFailure(.init(error.kind), error.description) }
}

extension ExchangeFailure.Kind {
    fileprivate init(_ kind: TransferError.Kind) {
        switch kind {
        case .network: self = .network
        case .connect: self = .connect
        case .dns: self = .dns
        case .proxy: self = .proxy
        case .tls: self = .tls
        case .timeout: self = .timeout
        case .tooLarge: self = .tooLarge
        case .request: self = .badRequest
        }
    }
}

/// The resources of an exchange: results of earlier ones, and the time until `deadline` on the boot clock.
struct ExchangeContext {
    let connections: SharedConnections
    let login: CachedLogin
    let deadline: Int64
    /// The time of the servers when the boot clock showed this.
    private let start: (time: Timestamp, boot: Int64)

    init(_ state: ReusedState, for request: ExchangeRequest) {
        connections = state.connections
        login = state.login
        let boot = KernelClock.bootNanoseconds()
        deadline = boot + Duration.seconds(request.timeout).nanoseconds
        start = (request.time ?? Timestamp(secondsSince1970: KernelClock.wallSeconds()), boot)
    }

    /// The time of the servers, as far as the daemon knows it.
    var time: Timestamp { start.time + (KernelClock.bootNanoseconds() - start.boot) / 1_000_000_000 }
}

/// State that one exchange leaves for the next in a helper that stays.
struct ReusedState {
    let connections = SharedConnections()
    let login = CachedLogin()
}

/// The token of a login server, reused by a helper that stays and never passed on.
final class CachedLogin {
    /// Seconds before its end from which a token counts as expired, because it may be when it arrives.
    private static let margin = 30

    private var client: ClientLogin?
    private var token = ByteBuffer()
    /// On the boot clock.
    private var end: Int64 = 0

    func isValid(for wanted: ClientLogin) -> Bool {
        client == wanted && KernelClock.bootNanoseconds() < end
    }

    /// A token without a lifetime is used only for the exchange that needed it.
    func store(_ new: borrowing LoginToken, for client: ClientLogin) {
        let seconds = min(max(0, (new.life ?? 0) - CachedLogin.margin), 86_400)
        end = KernelClock.bootNanoseconds() + Int64(seconds) * 1_000_000_000
        token = ByteBuffer(copying: new.text.span)
        self.client = client
    }

    func clear() {
        token.wipe()
        client = nil
    }

    func append(to header: inout ByteBuffer) {
        header.append(token)
    }
}
