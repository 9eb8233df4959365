internal import CommandLine
internal import Signing

/// What a request says of its own signature.
struct SignatureClaim: Equatable, Sendable {
    let version: SignatureVersion
    /// It stands in the URL, not in a header.
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

    /// `NAME=VALUE` with commas between, and blanks where somebody likes them.
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
}
