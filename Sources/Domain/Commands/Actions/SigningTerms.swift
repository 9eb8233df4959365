internal import CommandLine
internal import Time

/// How a request is to be signed; what is `nil` is for the daemon to say.
package struct SigningTerms: Equatable, Sendable {
    let method: String
    let profile: String?
    let version: String?
    let endpoint: String?
    let region: String?
    let addressing: String?
    let cloudBoxID: String?
    let parameters: [Parameter]
    let headers: [Header]
    let additionalHeaders: [String]
    let contentType: String?
    let contentMD5: String?
    let time: Timestamp?
    let minValid: Int?
    let explains: Bool

    init(_ call: Call, method: String, variable: (String) -> String?) throws(UsageError) {
        self.method = method
        profile = call.value(of: .profile, variable: variable)
        version = call.value(of: .signatureVersion)
        endpoint = call.value(of: .endpoint)
        region = call.value(of: .region)
        addressing = call.value(of: .addressing)
        cloudBoxID = call.value(of: .cloudBoxID)
        parameters = Parameter.grouped(call.values(of: .parameter))
        headers = try Header.all(call.values(of: .header))
        additionalHeaders = call.values(of: .additionalHeader)
        contentType = call.value(of: .contentType)
        contentMD5 = try call.contentMD5()
        time = try call.time(of: .time)
        minValid = try call.seconds(of: .minValid)
        explains = call.has(.showStringToSign)
    }
}

extension SigningTerms {
    /// What the caller said that he will send; the answer has only what comes on top of it.
    var sentHeaders: [String] {
        headers.map { "\($0.name): \($0.value)" }
            + [
                contentType.map { "content-type: \($0)" }, contentMD5.map { "content-md5: \($0)" },
            ].compactMap(\.self)
    }
}

/// How `presign` signs URLs, and what it does besides.
package struct PresignTerms: Equatable, Sendable {
    let signing: SigningTerms
    let expires: Int?
    /// Whether it waits where a rate is used up.
    package let waits: Bool
    /// Whether the answer of the daemon is printed as it is.
    package let isRaw: Bool

    /// A longer `--timeout` without `--expires` is most likely meant as in ossutil 1, where it is the life of the URL.
    private static let longestTimeout = Duration.seconds(60)

    init(_ call: Call, variable: (String) -> String?) throws(UsageError) {
        signing = try SigningTerms(call, method: call.value(of: .method) ?? "GET", variable: variable)
        expires = try call.seconds(of: .expires)
        waits = !call.has(.noWait)
        isRaw = call.has(.raw)
        guard expires != 0 else { throw UsageError("--expires must be one second at least") }
        let timeout = call.value(of: .timeout).flatMap(call.span)
        guard expires != nil || timeout ?? .zero <= PresignTerms.longestTimeout else {
            throw UsageError(
                "--timeout is how long to wait for the daemon; --expires says how long the URL is valid")
        }
    }
}
