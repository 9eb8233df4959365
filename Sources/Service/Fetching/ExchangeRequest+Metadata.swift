internal import Bytes
internal import Exchange
internal import Transfer

extension ExchangeRequest {
    /// The token of the hardened mode; `nil` without a login of this kind, and where the service has no such mode.
    func metadataToken(by means: Means) throws(ExchangeFailure) -> String? {
        guard case .metadata(let url) = login else { return nil }
        try checkSecrecy(of: url)
        return try failing { () throws(TransferError) in
            var transfer = try Transfer.prepared(url, for: self, by: means)
            // It is used once, at once.
            try transfer.addHeader(
                "X-aliyun-ecs-metadata-token-ttl-seconds".utf8Span.span, "60".utf8Span.span)
            return try transfer.put() == 200 ? MetadataReply.token(in: transfer.body) : nil
        }
    }
}
