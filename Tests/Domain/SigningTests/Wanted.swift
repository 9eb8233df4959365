import Bytes
import Signing
import TestSupport
import Time

/// A request as a test wants it, and what a signature of it says.
struct Wanted {
    var method = Method.put
    var endpoint = "https://oss-cn-hangzhou.aliyuncs.com"
    var bucket: String? = "examplebucket"
    var key: String? = "dir/ü 1.txt"
    var region: String? = "cn-hangzhou"
    var cloudBox: String?
    var addressing: Addressing?
    var parameters = [("acl", ""), ("versionId", "CAE"), ("x-oss-process", "image/resize")]
    var headers = [
        ("content-type", "text/plain"), ("x-oss-meta-a", "1"), ("x-oss-meta-b", "2"),
        ("cache-control", "none"),
    ]
    var additional = ["cache-control"]
    var version = SignatureVersion.v4
    var time = Timestamp(secondsSince1970: 1_702_743_657)
    var id = "LTAI5tPublicVector01"
    var secret = "PublicVectorSecretKey0123456789ab"
    var token = "CAIS+/tok=="

    var credential: SigningCredential {
        SigningCredential(
            keyID: id.utf8Span.span, secret: secret.utf8Span.span, securityToken: token.utf8Span.span)
    }

    func fill(_ request: inout OSSRequest) throws(SigningError) {
        request.method = method
        try request.setEndpoint(request.adding(endpoint))
        if version == .s3 { try request.useS3Endpoint() }
        if let bucket { try request.setBucket(request.adding(bucket)) }
        if let key { try request.setKey(request.adding(key)) }
        if let addressing { try request.setAddressing(addressing) }
        if let cloudBox { try request.setCloudBox(request.adding(cloudBox)) }
        if let region { try request.setRegion(request.adding(region)) } else { request.deriveRegion() }
        for (name, value) in parameters {
            try request.addParameter(name: request.adding(name), value: request.adding(value))
        }
        for (name, value) in headers {
            try request.addHeader(name: request.adding(name), value: request.adding(value))
        }
        if version == .s3 {
            for index in request.headers.indices { try request.checkForS3(request.headers[index]) }
        }
        for name in additional { try request.addAdditionalHeader(request.adding(name)) }
        try request.checkWhole(for: version)
    }

    /// Signs in the header.
    func signed() throws(SigningError) -> Signed {
        var request = OSSRequest()
        var signer = Signer()
        try fill(&request)
        try signer.signHeader(&request, version: version, with: credential, at: time)
        return Signed(signer)
    }

    /// Signs in the URL.
    func presigned(expires: Int = 900) throws(SigningError) -> Signed {
        var request = OSSRequest()
        var signer = Signer()
        let credential = credential
        try fill(&request)
        try signer.preparePresigned(&request, version: version, with: credential, at: time, expires: expires)
        signer.signPresigned(request, version: version, with: credential, at: time)
        return Signed(signer)
    }

    /// Why nothing may be signed.
    var refusal: SigningError? {
        var request = OSSRequest()
        do throws(SigningError) {
            try fill(&request)
            return nil
        } catch {
            return error
        }
    }
}

struct Signed: Equatable {
    let url: String
    let signature: String
    let stringToSign: String
    let canonicalRequest: String
    let authorization: String

    init(_ signer: borrowing Signer) {
        url = signer.url.string
        signature = signer.signature.string
        stringToSign = signer.stringToSign.string
        canonicalRequest = signer.canonicalRequest.string
        authorization = signer.authorization.string
    }
}
