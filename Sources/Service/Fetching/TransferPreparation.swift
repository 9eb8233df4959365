internal import Bytes
internal import Exchange
internal import Kernel
internal import Transfer

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
        do throws(SystemError) {
            _ = try File.open(caFile)
        } catch {
            throw ExchangeFailure(.badRequest, "the fetch helper cannot read CAFile=: \(error)")
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
