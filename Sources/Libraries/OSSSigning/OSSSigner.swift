internal import Bytes
@_exported public import OSSRequests
internal import Signing
internal import Time

public import struct OSSRequests.OSSRequest
public import enum OSSRequests.SignatureVersion

/// Signs requests to OSS in this process, with a key that is here.
///
/// It knows neither clock nor network: the time is an argument, and the same arguments give the same signature. It keeps
/// what depends on the key alone, so keep it for many requests. It is no `Sendable` value: each thread or task makes its own.
public struct OSSSigner: ~Copyable {
    /// Which algorithm signs.
    public let version: SignatureVersion
    let accessKeyID: String
    let securityToken: String?
    /// Behind a reference, so that the size of this type does not follow from modules that its users do not import.
    let state: SigningState

    /// Signs with this key, until it is let go.
    public init(_ credential: OSSCredential, version: SignatureVersion = .v4) {
        self.version = version
        accessKeyID = credential.accessKeyID
        securityToken = credential.securityToken.flatMap { $0.isEmpty ? nil : $0 }
        state = SigningState(credential)
    }
}

/// What is used again from one signature to the next.
final class SigningState {
    let credential: SigningCredential
    var signer = Signing.Signer()

    init(_ credential: OSSCredential) {
        self.credential = SigningCredential(
            keyID: credential.accessKeyID.utf8Span.span, secret: credential.accessKeySecret.utf8Span.span,
            securityToken: (credential.securityToken ?? "").utf8Span.span)
    }
}

extension OSSSigner {
    /// Signs a request in its headers.
    public mutating func sign(_ request: OSSRequest, at time: UnixTime) throws(OSSSigningError) -> Signed {
        var checked = try CheckedRequest(request, version: version)
        try OSSSigningError.signing { () throws(SigningError) in
            try state.signer.signHeader(
                &checked.request, version: version.rule, with: state.credential, at: time.timestamp)
        }
        return Signed(
            url: state.signer.url.text, headers: headersToAdd(checked),
            signature: state.signer.signature.text,
            texts: texts)
    }

    /// Signs a request in its URL, which then works for so long from `time` on: at most seven days with V4.
    ///
    /// A URL does not outlive the token that signed it, whatever it says; the caller, who knows when that ends, must see to it.
    public mutating func presign(
        _ request: OSSRequest, for life: Duration = .seconds(900), at time: UnixTime
    ) throws(OSSSigningError) -> Presigned {
        var checked = try CheckedRequest(request, version: version)
        try prepare(&checked, life, time)
        state.signer.signPresigned(
            checked.request, version: version.rule, with: state.credential, at: time.timestamp)
        return Presigned(
            url: state.signer.url.text, headers: checked.signedHeaders(version), expiration: time + life,
            signature: state.signer.signature.text, texts: texts)
    }

    /// Signs URLs that differ in their key only; the cheapest way to many.
    public mutating func presign(
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
            state.signer.signPresigned(
                checked.request, version: version.rule, with: state.credential, at: time.timestamp)
            urls.append(state.signer.url.text)
        }
        return urls
    }

    private mutating func prepare(
        _ checked: inout CheckedRequest, _ life: Duration, _ time: UnixTime
    ) throws(OSSSigningError) {
        try OSSSigningError.signing { () throws(SigningError) in
            try state.signer.preparePresigned(
                &checked.request, version: version.rule, with: state.credential, at: time.timestamp,
                expires: Int(clamping: life.components.seconds))
        }
        checked.markPrepared()
    }

    private func headersToAdd(_ checked: borrowing CheckedRequest) -> [OSSRequest.Header] {
        var headers: [OSSRequest.Header] = []
        switch version {
        case .v1: headers.append(.init("date", state.signer.date.text))
        case .v4:
            headers.append(.init("x-oss-date", state.signer.date.text))
            headers.append(.init("x-oss-content-sha256", checked.payloadHash))
        }
        if let securityToken { headers.append(.init("x-oss-security-token", securityToken)) }
        headers.append(.init("authorization", state.signer.authorization.text))
        return headers
    }

    var texts: SignedTexts {
        SignedTexts(
            stringToSign: state.signer.stringToSign.text,
            canonicalRequest: state.signer.canonicalRequest.isEmpty ? nil : state.signer.canonicalRequest.text
        )
    }
}
