internal import Bytes
internal import CommandLine
internal import OSSAuthClient
internal import Signing

/// The texts that the signature covers.
struct SignedTexts: Equatable, Sendable {
    /// Empty for V1, which has none.
    let canonicalRequest: String
    let stringToSign: String

    /// Computes the texts of a sent request with the code of the daemon.
    init(
        of sent: SentRequest, _ claim: SignatureClaim, bucket: String?
    ) throws(UsageError) {
        guard let method = Signing.Method(sent.method.utf8Span.span) else {
            throw UsageError("'\(sent.method)' is not a method of OSS")
        }
        var request = Signing.OSSRequest()
        request.method = method
        let place = try claim.version == .s3 ? sent.placeInS3 : sent.place(named: bucket)
        let headers = try sent.headers(signedBy: claim)
        do throws(SigningError) {
            try request.fill(with: sent, headers, claim)
            if let bucket = place.bucket { try request.setBucket(request.appending { $0.append(bucket) }) }
            if let key = place.key { request.setKeyUnchecked(request.appending { $0.append(key) }) }
        } catch {
            throw UsageError("the request cannot have been signed: \(error)")
        }
        var signer = Signer()
        switch claim.version {
        case .v1: signer.compose(v1: request, dateLine: claim.date.utf8Span.span)
        case .v4:
            signer.compose(v4: request, date: claim.date.utf8Span.span, scope: claim.scope.utf8Span.span)
        case .s3:
            signer.compose(s3: request, date: claim.date.utf8Span.span, scope: claim.scope.utf8Span.span)
        }
        canonicalRequest = String(copying: signer.canonicalRequest.span)
        stringToSign = String(copying: signer.stringToSign.span)
    }
}

extension Signing.OSSRequest {
    fileprivate mutating func fill(
        with sent: SentRequest, _ headers: [OSSAuthClient.OSSRequest.Header], _ claim: SignatureClaim
    ) throws(SigningError) {
        for parameter in sent.parameters where !claim.unsignedParameters.contains(parameter.name) {
            try addParameter(
                name: appending { $0.append(parameter.name) },
                value: appending { $0.append(parameter.value ?? "") })
        }
        for header in headers {
            try addHeader(
                name: appending { $0.append(header.name) }, value: appending { $0.append(header.value) })
        }
        for name in claim.signedHeaders { try addAdditionalHeader(appending { $0.append(name) }) }
    }
}

extension SentRequest {
    /// The headers that a signature may cover; that of S3 covers those that it lists, and no others.
    fileprivate func headers(signedBy claim: SignatureClaim) throws(UsageError) -> [OSSAuthClient.OSSRequest
        .Header]
    {
        guard claim.version == .s3 else {
            return headers.filter { $0.name != "authorization" && !$0.value.isEmpty }
        }
        return try claim.signedHeaders.map { name throws(UsageError) in
            guard let value = name == "host" ? host : header(name) else {
                throw UsageError(
                    "the header '\(name)' was signed, but not sent; give its value with --header")
            }
            return OSSAuthClient.OSSRequest.Header(name, value.withSingleBlanks)
        }
    }
}

extension String {
    /// The value as S3 signs it: without blanks at its ends, and with one for several.
    fileprivate var withSingleBlanks: String { split(separator: " ").joined(separator: " ") }
}
