import AlibabaCloudOSS
import Foundation
import OSSAuthClient

/// Lets the daemon sign what the SDK sends: the rules see each request, and no key is here.
struct DaemonSigner: Signer {
    let daemon = SigningDaemon()

    func sign(
        request: RequestMessage, signingContext: inout SigningContext
    ) async throws -> RequestMessage {
        var signed = request
        let wanted = OSSRequest(request, signingContext)
        if signingContext.authHeader {
            for header in try daemon.sign(wanted).headers { signed.headers[header.name] = header.value }
        } else {
            let life = signingContext.expirationTime?.timeIntervalSinceNow ?? 900
            let url = try daemon.presign(wanted, for: .seconds(Int(life))).url
            if let url = URL(string: url) { signed.requestUri = url }
        }
        return signed
    }
}

extension OSSRequest {
    init(_ request: RequestMessage, _ context: SigningContext) {
        self.init(Method(rawValue: request.method) ?? .get, bucket: context.bucket, key: context.key)
        region = context.region
        let query = URLComponents(url: request.requestUri, resolvingAgainstBaseURL: false)?.queryItems
        parameters = (query ?? []).map { Parameter($0.name, $0.value) }
        headers = request.headers.filter {
            ["content-type", "content-md5"].contains($0.key.lowercased())
                || $0.key.lowercased().hasPrefix("x-oss-")
        }.map { Header($0.key, $0.value) }
    }
}

/// The SDK needs a credential before it signs, but does not use its members.
struct NoCredentials: CredentialsProvider {
    func getCredentials() async throws -> Credentials {
        Credentials(accessKeyId: "ossauthd", accessKeySecret: "ossauthd")
    }
}

/// Takes the credential itself from the daemon, and lets the SDK sign.
struct DaemonCredentials: CredentialsProvider {
    let daemon = SigningDaemon()

    func getCredentials() async throws -> Credentials {
        let key = try daemon.credential()
        return Credentials(
            accessKeyId: key.accessKeyID, accessKeySecret: key.accessKeySecret,
            securityToken: key.securityToken,
            expiration: key.expiration.map { Date(timeIntervalSince1970: Double($0.secondsSince1970)) })
    }
}

/// What `RemoteSignerV4` and `RemoteSignerV1` of the SDK ask for signatures.
struct DaemonSignatures: SignatureDelegate {
    let signer = RemoteSigner(SigningDaemon())

    func signature(info: [String: String]) async throws -> [String: String] {
        try signer.signature(info: info)
    }
}
