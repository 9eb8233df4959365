internal import Bytes
internal import Hashing
internal import Text
internal import Time

// The V1 signature, in the steps of its documents:
// in the header, https://www.alibabacloud.com/help/en/oss/developer-reference/include-signatures-in-the-authorization-header
// in the URL, https://www.alibabacloud.com/help/en/oss/developer-reference/ddd-signatures-to-urls
extension Signer {
    /// V1 has no canonical request: step 1 is the string to sign, step 2 its HMAC under the secret, in base64.
    private mutating func computeV1(_ request: borrowing OSSRequest, with credential: SigningCredential) {
        writeStringToSignV1(of: request)
        writeSignatureV1(of: request, with: credential)
    }

    mutating func writeStringToSignV1(of request: borrowing OSSRequest) {
        canonicalRequest.removeAll()
        stringToSign.removeAll()
        stringToSign.append(stringToSignV1Of: request, date: dateLine)
    }

    /// Signs the string that was composed last.
    mutating func writeSignatureV1(of request: borrowing OSSRequest, with credential: SigningCredential) {
        signature.removeAll()
        if let remote = credential.remoteSignatures {
            return signature.append(remote.signature(under: RemoteString(stringToSign, v1: request)))
        }
        let code = credential.v1Key.authenticate(stringToSign.span)
        signature.append(base64: code.span)
    }
}

// In the header.
extension Signer {
    /// The date line is the `Date` header; a caller must not send `x-oss-date`, which OSS would prefer.
    mutating func signHeaderV1(
        _ request: inout OSSRequest, with credential: SigningCredential, at time: Timestamp
    ) throws(SigningError) {
        dateLine.removeAll()
        dateLine.append(httpDate: time)
        try request.addTokenHeader(of: credential)
        computeV1(request, with: credential)
        writeAuthorizationV1(with: credential)
        writeURLV1(of: request)
    }

    mutating func writeAuthorizationV1(with credential: SigningCredential) {
        authorization.removeAll()
        authorization.append("OSS ")
        authorization.append(credential.keyID)
        authorization.append(UInt8(ascii: ":"))
        authorization.append(signature)
    }
}

// In the URL.
extension Signer {
    mutating func preparePresignedV1(
        _ request: inout OSSRequest, with credential: SigningCredential, until end: Timestamp
    ) throws(SigningError) {
        dateLine.removeAll()
        dateLine.append(decimal: Int(end.secondsSince1970))
        try request.addTokenParameter(of: credential)
    }

    mutating func signPresignedV1(_ request: borrowing OSSRequest, with credential: SigningCredential) {
        computeV1(request, with: credential)
        writeURLV1(of: request)
        appendParametersV1(with: credential, isFirst: request.parameters.isEmpty)
    }

    private mutating func writeURLV1(of request: borrowing OSSRequest) {
        writeLocation(of: request)
        guard !request.parameters.isEmpty else { return }
        url.append(UInt8(ascii: "?"))
        url.append(canonicalQueryOf: request)
    }

    private mutating func appendParametersV1(with credential: SigningCredential, isFirst: Bool) {
        url.append(isFirst ? "?OSSAccessKeyId=" : "&OSSAccessKeyId=")
        url.append(credential.encodedKeyID)
        url.append("&Expires=")
        url.append(dateLine)
        url.append("&Signature=")
        url.append(percentEncoded: signature)
    }
}

extension OSSRequest {
    /// Adds the token as a sub-resource, which V1 signs.
    fileprivate mutating func addTokenParameter(of credential: SigningCredential) throws(SigningError) {
        guard credential.hasToken else { return }
        let token = appending { text in text.append(credential.securityToken) }
        let encoded = appending { text in text.append(credential.encodedToken) }
        try addSignatureParameter("security-token", token, encoded: encoded)
    }
}

// The string to sign.
extension ByteBuffer {
    /// `date` is the date of a header signature, or the expiration of a URL in seconds since 1970.
    mutating func append(stringToSignV1Of request: borrowing OSSRequest, date: borrowing ByteBuffer) {
        append(request.method.name)
        append(UInt8(ascii: "\n"))
        append(lineOf: .contentMD5, in: request)
        append(lineOf: .contentType, in: request)
        append(date)
        append(UInt8(ascii: "\n"))
        appendCanonicalHeaders(of: request)
        append(canonicalResourceOf: request)
    }

    private mutating func append(lineOf header: HeaderKind, in request: borrowing OSSRequest) {
        if let value = request.valueOfHeader(header) { append(request.text, value) }
        append(UInt8(ascii: "\n"))
    }

    /// Appends the *canonicalized OSS headers*: those of `x-oss-`, one a line.
    private mutating func appendCanonicalHeaders(of request: borrowing OSSRequest) {
        for index in request.headers.indices {
            let header = request.headers[index]
            guard header.kind.isOfOSS else { continue }
            append(request.text, header.name)
            append(UInt8(ascii: ":"))
            append(request.text, header.value)
            append(UInt8(ascii: "\n"))
        }
    }

    /// Appends the *canonicalized resource*: never percent-encoded, with the sub-resources sorted by name.
    private mutating func append(canonicalResourceOf request: borrowing OSSRequest) {
        append(UInt8(ascii: "/"))
        if let bucket = request.bucket {
            append(request.text, bucket)
            append(UInt8(ascii: "/"))
        }
        if let key = request.key { append(request.text, key) }
        appendSubResources(of: request)
    }

    /// The parameters are sorted by their encoded names, and the name of a sub-resource needs no encoding.
    private mutating func appendSubResources(of request: borrowing OSSRequest) {
        var mark = UInt8(ascii: "?")
        for index in request.parameters.indices {
            let parameter = request.parameters[index]
            guard request.text[parameter.name].isSubResource else { continue }
            append(mark)
            mark = UInt8(ascii: "&")
            append(request.text, parameter.name)
            guard !parameter.value.isEmpty else { continue }
            append(UInt8(ascii: "="))
            append(request.text, parameter.value)
        }
    }
}

extension OSSRequest {
    /// Rejects a request whose string to sign is also that of another one, since V1 signs keys and values raw.
    ///
    /// Key `x?acl` reads like sub-resource `acl` of `x`, and a value with `&` or `?` like further parameters or a longer key.
    func checkUnambiguous() throws(SigningError) {
        if let key, text[key].hasAny("?\n\r\0") { throw .keyAmbiguousInV1 }
        for index in parameters.indices where text[parameters[index].name].isSubResource {
            let parameter = parameters[index]
            guard parameter.nameNeedsNoEncoding, !text[parameter.value].hasAny("?&\n\r\0") else {
                throw .parameterAmbiguousInV1
            }
        }
    }
}

extension Span<UInt8> {
    fileprivate func hasAny(_ marks: StaticString) -> Bool {
        marks.withBytes { marks in
            for index in 0..<marks.count where firstIndex(of: marks[index]) != nil { return true }
            return false
        }
    }
}

// The list of the server is not published, and every SDK has its own. This is the union of the lists that agree with
// the published vectors; like the newest SDKs it adds all names that begin with `x-oss-`. V4 signs every parameter.
extension Span<UInt8> {
    /// Whether V1 signs this query parameter.
    package var isSubResource: Bool {
        hasPrefix("x-oss-") || subResources.contains(self)
    }
}

private let subResources = NameSet([
    "accessPoint", "accessPointPolicy", "acl", "append", "asyncFetch", "bucketArchiveDirectRead",
    "bucketInfo",
    "callback", "callback-var", "cleanRestoredObject", "cloudboxes", "cname", "comp", "continuation-token",
    "cors",
    "delete", "encryption", "endTime", "group", "httpsConfig", "inventory", "inventoryId", "lifecycle",
    "link", "live",
    "location", "logging", "metaQuery", "objectInfo", "objectMeta", "partNumber", "policy", "position",
    "publicAccessBlock", "qos", "qosInfo", "qosRequester", "redundancyTransition", "referer", "regionList",
    "replication", "replicationLocation", "replicationProgress", "requestPayment", "requesterQosInfo",
    "resourceGroup",
    "resourcePool", "resourcePoolBuckets", "resourcePoolInfo", "response-cache-control",
    "response-content-disposition", "response-content-encoding", "response-content-language",
    "response-content-type",
    "response-expires", "restore", "security-token", "sequential", "startTime", "stat", "status", "style",
    "styleName",
    "symlink", "tagging", "transferAcceleration", "uploadId", "uploads", "versionId", "versioning",
    "versions", "vod",
    "website", "worm", "wormExtend", "wormId",
])
