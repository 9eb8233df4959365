internal import Bytes
internal import CommandLine
internal import Signing

/// The texts that a signature is computed over.
struct SignedTexts: Equatable, Sendable {
    /// Empty in V1, which has none.
    let canonicalRequest: String
    let stringToSign: String

    init(canonicalRequest: String, stringToSign: String) {
        self.canonicalRequest = canonicalRequest
        self.stringToSign = stringToSign
    }

    /// Computes them as the daemon does, of what was sent.
    init(of sent: SentRequest, _ claim: SignatureClaim, bucket: String?) throws(UsageError) {
        var request = OSSRequest()
        do throws(SigningError) {
            try request.fill(with: sent, claim)
            let place = Self.place(of: sent, bucket)
            if let bucket = place.bucket { try request.setBucket(request.appending { $0.append(bucket) }) }
            if let key = place.key { request.setKeyUnchecked(request.appending { $0.append(key) }) }
        } catch {
            throw UsageError("the request cannot have been signed: \(error)")
        }
        var signer = Signer()
        signer.compose(
            request, version: claim.version == .v4 ? .v4 : .v1, date: claim.date.utf8Span.span,
            scope: claim.scope.utf8Span.span)
        canonicalRequest = String(copying: signer.canonicalRequest.span)
        stringToSign = String(copying: signer.stringToSign.span)
    }

    /// A host that does not tell its bucket was refused before.
    private static func place(of sent: SentRequest, _ bucket: String?) -> (bucket: String?, key: String?) {
        (try? sent.place(named: bucket)) ?? (bucket, nil)
    }
}

extension OSSRequest {
    fileprivate mutating func fill(with sent: SentRequest, _ claim: SignatureClaim) throws(SigningError) {
        guard let method = Method(sent.method.utf8Span.span) else { throw .parameterName }
        self.method = method
        for parameter in sent.parameters where !claim.unsignedParameters.contains(parameter.name) {
            try addParameter(
                name: appending { $0.append(parameter.name) },
                value: appending { $0.append(parameter.value ?? "") })
        }
        for header in sent.headers where header.name != "authorization" && !header.value.isEmpty {
            try addHeader(
                name: appending { $0.append(header.name) }, value: appending { $0.append(header.value) })
        }
        for name in claim.additionalHeaders { try addAdditionalHeader(appending { $0.append(name) }) }
    }
}
