internal import CommandLine

/// How a request is to be signed; what is `nil` is for the daemon to say.
package struct SigningTerms: Equatable, Sendable {
    let method: String
    let profile: String?
    let version: String?
    let endpoint: String?
    let region: String?
    let addressing: String?
    let parameters: [Parameter]
    let headers: [Header]
    let additionalHeaders: [String]
    let contentType: String?
    let contentMD5: String?
    let minValid: Int?
    let explains: Bool

    init(_ call: Call, method: String, variable: (String) -> String?) throws(UsageError) {
        self.method = method
        profile = call.value(of: .profile, variable: variable)
        version = call.value(of: .signatureVersion)
        endpoint = call.value(of: .endpoint)
        region = call.value(of: .region)
        addressing = call.value(of: .addressing)
        parameters = Parameter.grouped(call.values(of: .parameter))
        headers = try Header.all(call.values(of: .header))
        additionalHeaders = call.values(of: .additionalHeader)
        contentType = call.value(of: .contentType)
        contentMD5 = call.value(of: .contentMD5)
        minValid = try call.seconds(of: .minValid)
        explains = call.has(.explain)
    }
}

/// How URLs are to be signed.
package struct PresignTerms: Equatable, Sendable {
    let signing: SigningTerms
    let expires: Int?

    init(_ call: Call, variable: (String) -> String?) throws(UsageError) {
        signing = try SigningTerms(call, method: call.value(of: .method) ?? "GET", variable: variable)
        expires = try call.seconds(of: .expires)
        guard expires != 0 else { throw UsageError("--expires must be one second at least") }
    }
}
