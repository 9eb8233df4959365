internal import Bytes
@_exported public import OSSRequests
internal import Signing
internal import Time

public import struct OSSRequests.OSSRequest
public import enum OSSRequests.SignatureVersion

/// Signs requests to OSS in this process, with a key of its own.
///
/// It uses neither clock nor network: the time is an argument, and the same arguments give the same signature. It caches values
/// that depend on the key alone, so use one for many requests. It is not `Sendable`: each thread or task needs its own.
public final class OSSSigner {
    /// The signature algorithm.
    public let version: SignatureVersion
    let accessKeyID: String
    let securityToken: String?
    let credential: SigningCredential
    var signer = Signing.Signer()

    /// Signs with this key.
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

    /// Signs a request in its URL, which is valid for `life` from `time` on: at most seven days with V4 and S3.
    ///
    /// A URL does not outlive the token that signed it, whatever it says; the caller knows the end of the token and must respect it.
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

    /// Signs URLs that differ in their key only, at the least cost for each.
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
            headers.append(.init("x-oss-content-sha256", checked.payloadHash(version)))
        case .s3:
            headers.append(.init("x-amz-date", signer.moment.date.text))
            headers.append(.init("x-amz-content-sha256", checked.payloadHash(version)))
        }
        if let securityToken {
            headers.append(.init("x-\(version == .s3 ? "amz" : "oss")-security-token", securityToken))
        }
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

extension OSSSigner {
    /// A request that was signed in its headers.
    public struct Signed: Equatable, Sendable {
        /// The URL to send the request to.
        public let url: String
        /// The headers to add to the request's own, in lower case.
        public let headers: [OSSRequest.Header]
        /// Hexadecimal for V4 and S3, base64 for V1.
        public let signature: String
        /// The texts that were signed.
        public let texts: SignedTexts
    }

    /// A request that was signed in its URL.
    public struct Presigned: Equatable, Sendable {
        /// The URL, with the signature in it.
        public let url: String
        /// The headers that must be sent, with these values, by the program that uses the URL.
        public let headers: [OSSRequest.Header]
        /// The end that the URL states.
        public let expiration: UnixTime
        /// Hexadecimal for V4 and S3, base64 for V1.
        public let signature: String
        /// The texts that were signed.
        public let texts: SignedTexts
    }

    /// A form with which a browser may upload.
    public struct Form: Equatable, Sendable {
        /// The URL to post the form to.
        public let url: String
        /// The fields to send before `file`, in any order.
        public let fields: [OSSRequest.Header]
        /// The end that the policy of the form states.
        public let expiration: UnixTime
        /// Hexadecimal for V4, base64 for V1.
        public let signature: String
    }

    /// The input of the signature, to compare with the texts in the answer `SignatureDoesNotMatch` of OSS.
    public struct SignedTexts: Equatable, Sendable {
        /// The text that the key was applied to.
        public let stringToSign: String
        /// V4 and S3 only.
        public let canonicalRequest: String?
    }
}

extension OSSSigner {
    /// Signs a string that another program composed, in the words of the remote signers of Alibaba's SDKs.
    ///
    /// For the server's side of a remote signature. `info` has `version`, `stringToSign`, and for V4 `date` (`20231216`), `region`
    /// and `product`; the answer has `signature`. Nothing else is checked: a caller of this function can do everything that the
    /// key allows. Decide by `method`, `bucket` and `key` of a V1 string only after comparing them with the string; a V4 string is a
    /// hash, which hides them.
    public func signature(info: [String: String]) throws(OSSSigningError) -> [String: String] {
        guard let string = info["stringToSign"] else { throw OSSSigningError(.stringToSign) }
        var request = Signing.OSSRequest()
        let text = request.appending { buffer in buffer.append(string) }
        if info["version"] == "v1" {
            signer.sign(stringToSignV1: text, of: request, with: credential)
        } else {
            let day = try OSSSigningError.signing { () throws(SigningError) in try request.setScope(info) }
            signer.sign(opaque: text, of: request, with: credential, at: day)
        }
        return ["signature": signer.signature.text]
    }
}

extension Signing.OSSRequest {
    /// Sets region and product, and returns the day.
    fileprivate mutating func setScope(_ info: [String: String]) throws(SigningError) -> Timestamp {
        let region = appending { buffer in buffer.append(info["region"] ?? "") }
        switch info["product"] ?? "oss" {
        case "oss": try setRegion(region)
        case "oss-cloudbox": try setCloudBox(region)
        default: throw .region
        }
        let date = info["date"] ?? ""
        guard let day = Timestamp(day: date.utf8Span.span) else { throw .stringToSign }
        return day
    }
}
