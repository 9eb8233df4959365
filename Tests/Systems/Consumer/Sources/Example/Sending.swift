import AlibabaCloudOSS
import Foundation
import OSSAuthClient

/// A request that is ready to be sent; another program does that, and reads it from here as JSON.
struct Sending: Encodable {
    let method: String
    let url: String
    let headers: [String: String]

    init(_ method: String, _ url: String, _ headers: [OSSRequest.Header]) {
        self.method = method
        self.url = url
        self.headers = Dictionary(headers.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }
}

func show(_ value: some Encodable) throws {
    print(String(decoding: try JSONEncoder().encode(value), as: UTF8.self))
}

func note(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
}

/// Uses a signer as the SDK does.
func signAsTheSDK(_ target: URL, inHeader: Bool) async throws -> Sending {
    var message = RequestMessage(method: "GET", requestUri: target)
    message.headers = ["Content-Type": "text/plain", "User-Agent": "sdk"]
    var context = SigningContext(bucket: "examplebucket", key: "a.txt", region: "cn-hangzhou")
    context.authHeader = inHeader
    context.expirationTime = Date(timeIntervalSinceNow: 60)
    let signed = try await DaemonSigner().sign(request: message, signingContext: &context)
    return Sending("GET", signed.requestUri.absoluteString, signed.headers.map { .init($0, $1) })
}
