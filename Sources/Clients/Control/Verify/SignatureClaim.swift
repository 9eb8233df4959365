internal import CommandLine

/// The signature of a request and its parameters.
struct SignatureClaim: Equatable, Sendable {
    let version: Version
    /// Whether it is in the URL, not in a header.
    let isInURL: Bool
    let keyID: String
    let signature: String
    /// The time of V4, the date line of V1.
    let date: String
    /// V4: `20260101/cn-hangzhou/oss/aliyun_v4_request`; S3: `20260101/cn-hangzhou/s3/aws4_request`.
    let scope: String
    /// V4: the additional headers; S3: all signed headers.
    let signedHeaders: [String]

    init(of request: SentRequest) throws(UsageError) {
        if let authorization = request.header("authorization") {
            try self.init(authorization, of: request)
        } else if let signature = request.parameter("x-oss-signature") {
            try self.init(.v4, signature, inURLOf: request)
        } else if let signature = request.parameter("X-Amz-Signature") {
            try self.init(.s3, signature, inURLOf: request)
        } else if let signature = request.parameter("Signature") {
            let keyID = request.parameter("OSSAccessKeyId") ?? ""
            self.init(v1: keyID, signature, at: request.parameter("Expires") ?? "", isInURL: true)
        } else {
            throw UsageError("there is no signature: neither in the URL nor in an Authorization header")
        }
    }

    private init(
        _ version: Version, _ signature: String, inURLOf request: SentRequest
    ) throws(UsageError) {
        let names = version.parameters
        guard let credential = request.parameter(names.credential),
            let date = request.parameter(names.date)
        else {
            throw UsageError(
                "the URL has \(names.signature), but not \(names.credential) and \(names.date)")
        }
        let headers = request.parameter(names.signedHeaders) ?? ""
        self.init(version, credential, signature, at: date, headers, isInURL: true)
    }

    private init(_ authorization: String, of request: SentRequest) throws(UsageError) {
        let words = authorization.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2 else { throw UsageError("the Authorization header is of no known version") }
        if words[0] == "OSS" {
            let parts = words[1].split(separator: ":", maxSplits: 1).map(String.init)
            guard let date = request.header("x-oss-date") ?? request.header("date") else {
                throw UsageError(
                    "the request has neither Date nor x-oss-date, of which V1 signs one; add the line")
            }
            self.init(v1: parts.first ?? "", parts.count > 1 ? parts[1] : "", at: date, isInURL: false)
            return
        }
        guard let version = Version(algorithm: words[0]) else {
            throw UsageError("the Authorization header is of no known version")
        }
        try self.init(version, SignatureClaim.parts(of: words[1]), inHeaderOf: request)
    }

    private init(
        _ version: Version, _ parts: [String: String], inHeaderOf request: SentRequest
    ) throws(UsageError) {
        let dateHeader = "\(version.headerPrefix)date"
        guard let credential = parts["Credential"], let signature = parts["Signature"],
            let date = request.header(dateHeader) ?? request.header("date")
        else {
            throw UsageError(
                "Credential or Signature of the Authorization header, or \(dateHeader), is missing")
        }
        let headers = parts[version == .s3 ? "SignedHeaders" : "AdditionalHeaders"] ?? ""
        self.init(version, credential, signature, at: date, headers, isInURL: false)
    }

    private init(v1 keyID: String, _ signature: String, at date: String, isInURL: Bool) {
        version = .v1
        self.isInURL = isInURL
        self.keyID = keyID
        self.signature = signature
        self.date = date
        scope = ""
        signedHeaders = []
    }

    private init(
        _ version: Version, _ credential: String, _ signature: String, at date: String, _ names: String,
        isInURL: Bool
    ) {
        let parts = credential.split(separator: "/", maxSplits: 1).map(String.init)
        self.version = version
        self.isInURL = isInURL
        keyID = parts.first ?? ""
        scope = parts.count > 1 ? parts[1] : ""
        self.signature = signature
        self.date = date
        signedHeaders = names.split(separator: ";").map { $0.lowercased() }
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
    /// The versions that are examined.
    enum Version: String, Sendable {
        case v1, v4, s3

        /// By the first word of an Authorization header; V1 has no algorithm there.
        fileprivate init?(algorithm: String) {
            switch algorithm {
            case "OSS4-HMAC-SHA256": self = .v4
            case "AWS4-HMAC-SHA256": self = .s3
            default: return nil
            }
        }

        /// The beginning of the headers that are always signed.
        var headerPrefix: String { self == .s3 ? "x-amz-" : "x-oss-" }

        var parameters: ParameterNames { self == .s3 ? .s3 : .v4 }
    }

    /// The names of the parameters of a signature in the URL.
    struct ParameterNames {
        let signature: String
        let credential: String
        let date: String
        let expires: String
        let signedHeaders: String

        fileprivate static let v4 = ParameterNames(
            signature: "x-oss-signature", credential: "x-oss-credential", date: "x-oss-date",
            expires: "x-oss-expires", signedHeaders: "x-oss-additional-headers")
        fileprivate static let s3 = ParameterNames(
            signature: "X-Amz-Signature", credential: "X-Amz-Credential", date: "X-Amz-Date",
            expires: "X-Amz-Expires", signedHeaders: "X-Amz-SignedHeaders")
    }
}

extension SignatureClaim {
    /// The parameters that carry the signature and are not themselves signed.
    var unsignedParameters: [String] {
        switch (version, isInURL) {
        case (.v4, true), (.s3, true): [version.parameters.signature]
        case (.v1, true): ["OSSAccessKeyId", "Expires", "Signature"]
        case (_, false): []
        }
    }
}
