internal import Bytes
internal import CommandLine
internal import Signing
internal import Text
internal import Time

/// The signature of a request and its parameters.
struct SignatureClaim: Equatable, Sendable {
    /// The versions that are examined.
    enum Version: String, Sendable { case v1, v4 }

    let version: Version
    /// Whether it is in the URL, not in a header.
    let isInURL: Bool
    let keyID: String
    let signature: String
    /// The time of V4, the date line of V1.
    let date: String
    /// V4: `20260101/cn-hangzhou/oss/aliyun_v4_request`.
    let scope: String
    let additionalHeaders: [String]

    init(of request: SentRequest) throws(UsageError) {
        if let authorization = request.header("authorization") {
            try self.init(authorization, of: request)
        } else if let signature = request.parameter("x-oss-signature") {
            try self.init(signatureV4: signature, of: request)
        } else if let signature = request.parameter("Signature") {
            let keyID = request.parameter("OSSAccessKeyId") ?? ""
            self.init(v1: keyID, signature, at: request.parameter("Expires") ?? "", isInURL: true)
        } else if request.parameter("X-Amz-Signature") != nil {
            throw SignatureClaim.isOfS3
        } else {
            throw UsageError("there is no signature: neither in the URL nor in an Authorization header")
        }
    }

    private init(signatureV4 signature: String, of request: SentRequest) throws(UsageError) {
        guard let credential = request.parameter("x-oss-credential"),
            let date = request.parameter("x-oss-date")
        else {
            throw UsageError("the URL has x-oss-signature, but not x-oss-credential and x-oss-date")
        }
        let names = request.parameter("x-oss-additional-headers") ?? ""
        self.init(credential, signature, at: date, names, isInURL: true)
    }

    private init(_ authorization: String, of request: SentRequest) throws(UsageError) {
        let words = authorization.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2 else { throw UsageError("the Authorization header is of neither version") }
        if words[0] == "OSS" {
            let parts = words[1].split(separator: ":", maxSplits: 1).map(String.init)
            guard let date = request.header("x-oss-date") ?? request.header("date") else {
                throw UsageError(
                    "the request has neither Date nor x-oss-date, of which V1 signs one; add the line")
            }
            self.init(v1: parts.first ?? "", parts.count > 1 ? parts[1] : "", at: date, isInURL: false)
            return
        }
        guard words[0] != "AWS4-HMAC-SHA256" else { throw SignatureClaim.isOfS3 }
        guard words[0] == "OSS4-HMAC-SHA256" else {
            throw UsageError("the Authorization header is of neither version")
        }
        let parts = SignatureClaim.parts(of: words[1])
        guard let credential = parts["Credential"], let signature = parts["Signature"],
            let date = request.header("x-oss-date") ?? request.header("date")
        else {
            throw UsageError("Credential or Signature of the Authorization header, or x-oss-date, is missing")
        }
        self.init(credential, signature, at: date, parts["AdditionalHeaders"] ?? "", isInURL: false)
    }

    private static let isOfS3 = UsageError("this is a signature of S3; 'verify' reads those of V4 and V1")

    private init(v1 keyID: String, _ signature: String, at date: String, isInURL: Bool) {
        version = .v1
        self.isInURL = isInURL
        self.keyID = keyID
        self.signature = signature
        self.date = date
        scope = ""
        additionalHeaders = []
    }

    private init(_ credential: String, _ signature: String, at date: String, _ names: String, isInURL: Bool) {
        let parts = credential.split(separator: "/", maxSplits: 1).map(String.init)
        version = .v4
        self.isInURL = isInURL
        keyID = parts.first ?? ""
        scope = parts.count > 1 ? parts[1] : ""
        self.signature = signature
        self.date = date
        additionalHeaders = names.split(separator: ";").map { $0.lowercased() }
    }

    /// Reads `NAME=VALUE` pairs, separated by commas and optional spaces.
    private static func parts(of text: String) -> [String: String] {
        text.split(separator: ",").reduce(into: [:]) { parts, item in
            let pair = item.drop { $0 == " " }.split(separator: "=", maxSplits: 1).map(String.init)
            if pair.count == 2 { parts[pair[0]] = pair[1] }
        }
    }
}

extension SignatureClaim {
    /// The parameters that carry the signature and are not themselves signed.
    var unsignedParameters: [String] {
        switch (version, isInURL) {
        case (.v4, true): ["x-oss-signature"]
        case (.v1, true): ["OSSAccessKeyId", "Expires", "Signature"]
        case (_, false): []
        }
    }

    /// OSS accepts V4 URLs for at most a week.
    static let lives = 1...Int64(Signer.maximumExpires)

    /// An invalid part; `nil`: the form is valid.
    func damage(in request: SentRequest) -> String? {
        guard let sentence = isInURL ? damageOfURL(request) : damageOfSignature else { return nil }
        return "\(isInURL ? "the URL" : "the Authorization header") is cut or changed: \(sentence)"
    }

    private func damageOfURL(_ request: SentRequest) -> String? {
        switch version {
        case .v1: guard Int64(date) != nil else { return "'\(date)' is no Expires" }
        case .v4:
            guard Timestamp(basicISO: date.utf8Span.span) != nil else { return "'\(date)' is no x-oss-date" }
            let life = request.parameter("x-oss-expires") ?? ""
            guard let seconds = Int64(life), Self.lives.contains(seconds) else {
                return "'\(life)' is no x-oss-expires, which goes from 1 to \(Self.lives.upperBound)"
            }
        }
        return damageOfSignature
    }

    private var damageOfSignature: String? {
        switch version {
        case .v1: Self.isHMAC(base64: signature) ? nil : "a signature of V1 is 20 bytes in base64"
        case .v4:
            signature.utf8.count == 64 && signature.utf8.allSatisfy { $0.hexValue != nil }
                ? nil : "a signature of V4 has 64 hexadecimal digits"
        }
    }

    private static func isHMAC(base64 text: String) -> Bool {
        var bytes = ByteBuffer(capacity: 32)
        return bytes.append(base64Decoding: text.utf8Span.span)?.count == 20
    }
}
