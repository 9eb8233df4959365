internal import Bytes
@_exported public import OSSRequests
internal import Signing
internal import Time

public import struct OSSRequests.OSSRequest
public import enum OSSRequests.SignatureVersion

/// Signs requests to OSS in this process, with a key that is here.
///
/// It knows neither clock nor network: the time is an argument, and the same arguments give the same signature. It keeps
/// what depends on the key alone, so keep it for many requests. It is not `Sendable`: each thread or task makes its own.
public final class OSSSigner {
    /// Which algorithm signs.
    public let version: SignatureVersion
    let accessKeyID: String
    let securityToken: String?
    let credential: SigningCredential
    var signer = Signing.Signer()

    /// Signs with this key, until it is let go.
    public init(_ credential: OSSCredential, version: SignatureVersion = .v4) {
        self.version = version
        accessKeyID = credential.accessKeyID
        securityToken = credential.securityToken.flatMap { $0.isEmpty ? nil : $0 }
        self.credential = SigningCredential(
            keyID: credential.accessKeyID.utf8Span.span, secret: credential.accessKeySecret.utf8Span.span,
            securityToken: (credential.securityToken ?? "").utf8Span.span)
    }
}

extension OSSSigner {
    /// Signs a request in its headers.
    public func sign(_ request: OSSRequest, at time: UnixTime) throws(OSSSigningError) -> Signed {
        var checked = try CheckedRequest(request, version: version)
        try OSSSigningError.signing { () throws(SigningError) in
            try signer.signHeader(
                &checked.request, version: version.rule, with: credential, at: time.timestamp)
        }
        return Signed(
            url: signer.url.text, headers: headersToAdd(checked),
            signature: signer.signature.text,
            texts: texts)
    }

    /// Signs a request in its URL, which then works for so long from `time` on: at most seven days with V4.
    ///
    /// A URL does not outlive the token that signed it, whatever it says; the caller, who knows when that ends, must see to it.
    public func presign(
        _ request: OSSRequest, for life: Duration = .seconds(900), at time: UnixTime
    ) throws(OSSSigningError) -> Presigned {
        var checked = try CheckedRequest(request, version: version)
        try prepare(&checked, life, time)
        signer.signPresigned(
            checked.request, version: version.rule, with: credential, at: time.timestamp)
        return Presigned(
            url: signer.url.text, headers: checked.signedHeaders(version), expiration: time + life,
            signature: signer.signature.text, texts: texts)
    }

    /// Signs URLs that differ in their key only; the cheapest way to many.
    public func presign(
        _ keys: [String], like request: OSSRequest, for life: Duration = .seconds(900), at time: UnixTime
    ) throws(OSSSigningError) -> [String] {
        guard let first = keys.first else { return [] }
        var any = request
        any.key = first
        var checked = try CheckedRequest(any, version: version)
        try prepare(&checked, life, time)
        var urls: [String] = []
        urls.reserveCapacity(keys.count)
        for key in keys {
            try checked.replaceKey(key, version: version)
            if urls.isEmpty {
                signer.signPresigned(
                    checked.request, version: version.rule, with: credential, at: time.timestamp)
            } else {
                signer.signPresigned(
                    nextKeyOf: checked.request, version: version.rule, with: credential, at: time.timestamp)
            }
            urls.append(signer.url.text)
        }
        return urls
    }

    private func prepare(
        _ checked: inout CheckedRequest, _ life: Duration, _ time: UnixTime
    ) throws(OSSSigningError) {
        try OSSSigningError.signing { () throws(SigningError) in
            try signer.preparePresigned(
                &checked.request, version: version.rule, with: credential, at: time.timestamp,
                expires: Int(clamping: life.components.seconds))
        }
        checked.markPrepared()
    }

    private func headersToAdd(_ checked: borrowing CheckedRequest) -> [OSSRequest.Header] {
        var headers: [OSSRequest.Header] = []
        switch version {
        case .v1: headers.append(.init("date", signer.dateLine.text))
        case .v4:
            headers.append(.init("x-oss-date", signer.moment.date.text))
            headers.append(.init("x-oss-content-sha256", checked.payloadHash))
        }
        if let securityToken { headers.append(.init("x-oss-security-token", securityToken)) }
        headers.append(.init("authorization", signer.authorization.text))
        return headers
    }

    var texts: SignedTexts {
        SignedTexts(
            stringToSign: signer.stringToSign.text,
            canonicalRequest: signer.canonicalRequest.isEmpty ? nil : signer.canonicalRequest.text
        )
    }
}
