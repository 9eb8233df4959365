// As much of the OSS SDK for iOS as docs/mobile.md uses, as Swift sees it.
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

final class OSSTask<Result> {
    var result: Result? { nil }
    var error: (any Error)? { nil }
    func waitUntilFinished() {}
}
final class OSSTaskCompletionSource<Result> {
    let task = OSSTask<Result>()
    func setResult(_ result: Result?) {}
    func setError(_ error: any Error) {}
}
final class OSSFederationToken {
    var tAccessKey = "", tSecretKey = "", tToken = ""
    var expirationTimeInGMTFormat: String?
}
protocol OSSCredentialProvider {}
final class OSSFederationCredentialProvider: OSSCredentialProvider {
    init(federationTokenGetter: @escaping () -> OSSFederationToken?) {}
    func getToken() throws -> OSSFederationToken { OSSFederationToken() }
}
final class OSSPutObjectRequest {
    var bucketName = "", objectKey = ""
    var uploadingFileURL: URL?
}
final class OSSClient {
    init(endpoint: String, credentialProvider: any OSSCredentialProvider) {}
    func putObject(_ request: OSSPutObjectRequest) -> OSSTask<AnyObject> { OSSTask() }
}
struct Session {
    let idToken = ""
    func renewIDToken() {}
}
let session = Session()
