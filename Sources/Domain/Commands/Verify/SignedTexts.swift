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
    init(
        of sent: SentRequest, _ claim: SignatureClaim, at place: (bucket: String?, key: String?)
    ) throws(UsageError) {
        guard let method = Method(sent.method.utf8Span.span) else {
            throw UsageError("'\(sent.method)' is no method of OSS")
        }
        var request = OSSRequest()
        request.method = method
        do throws(SigningError) {
            try request.fill(with: sent, claim)
            if let bucket = place.bucket { try request.setBucket(request.appending { $0.append(bucket) }) }
            if let key = place.key { request.setKeyUnchecked(request.appending { $0.append(key) }) }
        } catch {
            throw UsageError("the request cannot have been signed: \(error)")
        }
        var signer = Signer()
        signer.compose(
            request, version: claim.version, date: claim.date.utf8Span.span,
            scope: claim.scope.utf8Span.span)
        canonicalRequest = String(copying: signer.canonicalRequest.span)
        stringToSign = String(copying: signer.stringToSign.span)
    }
}

extension OSSRequest {
    fileprivate mutating func fill(with sent: SentRequest, _ claim: SignatureClaim) throws(SigningError) {
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
