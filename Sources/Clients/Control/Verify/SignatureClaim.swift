internal import Bytes
internal import CommandLine
internal import OSSAuthClient
internal import Signing

/// The signature of a request and its parameters.
struct SignatureClaim {
    let version: Version
    /// Whether it is in the URL, not in a header.
    let isInURL: Bool
    let keyID: String
    let signature: String
    /// The time of V4, the date line of V1.
    let date: String
    /// V4: `20260101/cn-hangzhou/oss/aliyun_v4_request`; S3: `20260101/cn-hangzhou/s3/aws4_request`.
    var scope = ""
    /// V4: the additional headers; S3: all signed headers.
    var signedHeaders: [String] = []
}

extension SignatureClaim {
    init(of request: SentRequest) throws(UsageError) {
        if let authorization = request.header("authorization") {
            try self.init(authorization, of: request)
        } else if let signature = request.parameter("x-oss-signature") {
            try self.init(.v4, signature, inURLOf: request)
        } else if let signature = request.parameter("X-Amz-Signature") {
            try self.init(.s3, signature, inURLOf: request)
        } else if let signature = request.parameter("Signature") {
            self.init(
                version: .v1, isInURL: true, keyID: request.parameter("OSSAccessKeyId") ?? "",
                signature: signature, date: request.parameter("Expires") ?? "")
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
            self.init(
                version: .v1, isInURL: false, keyID: parts.first ?? "",
                signature: parts.count > 1 ? parts[1] : "", date: date)
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

    private init(
        _ version: Version, _ credential: String, _ signature: String, at date: String, _ names: String,
        isInURL: Bool
    ) {
        let parts = credential.split(separator: "/", maxSplits: 1).map(String.init)
        self.init(
            version: version, isInURL: isInURL, keyID: parts.first ?? "", signature: signature, date: date,
            scope: parts.count > 1 ? parts[1] : "",
            signedHeaders: names.split(separator: ";").map { $0.lowercased() })
    }

    /// Reads `NAME=VALUE` pairs, separated by commas and optional spaces.
    private static func parts(of text: String) -> [String: String] {
        text.split(separator: ",").reduce(into: [:]) { parts, item in
            let pair = item.drop { $0 == " " }.split(separator: "=", maxSplits: 1).map(String.init)
            if pair.count == 2 { parts[pair[0]] = pair[1] }
        }
    }

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

        /// The names of the parameters of a signature in the URL.
        var parameters: (signature: String, credential: String, date: String, signedHeaders: String) {
            self == .s3
                ? ("X-Amz-Signature", "X-Amz-Credential", "X-Amz-Date", "X-Amz-SignedHeaders")
                : ("x-oss-signature", "x-oss-credential", "x-oss-date", "x-oss-additional-headers")
        }
    }

    /// Computes the texts of a sent request with the code of the daemon.
    func signer(of sent: SentRequest, bucket: String?) throws(UsageError) -> Signer {
        guard let method = Signing.Method(sent.method.utf8Span.span) else {
            throw UsageError("'\(sent.method)' is not a method of OSS")
        }
        var request = Signing.OSSRequest()
        request.method = method
        let place = try version == .s3 ? sent.placeInS3 : sent.place(named: bucket)
        let headers = try signedHeaders(of: sent)
        do throws(SigningError) {
            try fill(&request, with: sent, headers)
            if let bucket = place.bucket { try request.setBucket(request.appending { $0.append(bucket) }) }
            if let key = place.key { request.setKeyUnchecked(request.appending { $0.append(key) }) }
        } catch {
            throw UsageError("the request cannot have been signed: \(error)")
        }
        var signer = Signer()
        let (date, scope) = (date.utf8Span.span, scope.utf8Span.span)
        switch version {
        case .v1: signer.compose(v1: request, dateLine: date)
        case .v4: signer.compose(v4: request, date: date, scope: scope)
        case .s3: signer.compose(s3: request, date: date, scope: scope)
        }
        return signer
    }

    private func fill(
        _ request: inout Signing.OSSRequest, with sent: SentRequest,
        _ headers: [OSSAuthClient.OSSRequest.Header]
    ) throws(SigningError) {
        for parameter in sent.parameters where !unsignedParameters.contains(parameter.name) {
            try request.addParameter(
                name: request.appending { $0.append(parameter.name) },
                value: request.appending { $0.append(parameter.value ?? "") })
        }
        for header in headers {
            try request.addHeader(
                name: request.appending { $0.append(header.name) },
                value: request.appending { $0.append(header.value) })
        }
        for name in signedHeaders {
            try request.addAdditionalHeader(request.appending { $0.append(name) })
        }
    }

    /// The headers that a signature may cover; that of S3 covers those that it lists, and no others.
    private func signedHeaders(
        of sent: SentRequest
    ) throws(UsageError) -> [OSSAuthClient.OSSRequest.Header] {
        guard version == .s3 else {
            return sent.headers.filter { $0.name != "authorization" && !$0.value.isEmpty }
        }
        return try signedHeaders.map { name throws(UsageError) in
            guard let value = name == "host" ? sent.host : sent.header(name) else {
                throw UsageError(
                    "the header '\(name)' was signed, but not sent; give its value with --header")
            }
            // S3 signs a value without blanks at its ends, and with one for several.
            return OSSAuthClient.OSSRequest.Header(name, value.split(separator: " ").joined(separator: " "))
        }
    }

    /// The parameters that carry the signature and are not themselves signed.
    private var unsignedParameters: [String] {
        switch (version, isInURL) {
        case (.v4, true), (.s3, true): [version.parameters.signature]
        case (.v1, true): ["OSSAccessKeyId", "Expires", "Signature"]
        case (_, false): []
        }
    }
}
