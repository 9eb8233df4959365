internal import CommandLine
package import OSSAuthClient
internal import Text

/// A request without its bucket and key, and how to sign it; the daemon decides everything that is `nil`.
package struct RequestTemplate: Equatable, Sendable {
    package let request: OSSRequest
    package private(set) var terms: SigningTerms
    /// Whether the key of each location decides the Content-Type.
    let detectsType: Bool

    init(_ call: Call, method: String) throws(UsageError) {
        var request = OSSRequest(OSSRequest.Method(rawValue: method) ?? .get)
        request.endpoint = call.value(of: .endpoint)
        request.region = call.value(of: .region)
        request.addressing = call.value(of: .addressing).flatMap(OSSRequest.Addressing.init)
        request.cloudBoxID = call.value(of: .cloudBoxID)
        request.parameters = call.values(of: .parameter).map(OSSRequest.Parameter.init(word:))
        request.headers = try call.headers(of: .header)
        request.additionalHeaders = call.values(of: .additionalHeader)
        self.request = request
        var terms = SigningTerms(
            profile: call.value(of: .profile),
            version: call.value(of: .signatureVersion).flatMap(SignatureVersion.init))
        detectsType = call.value(of: .contentType) == "auto"
        terms.contentType = detectsType ? nil : call.value(of: .contentType)
        terms.contentMD5 = try call.contentMD5()
        terms.time = try call.time(of: .time)
        terms.minValid = try call.seconds(of: .minValid)
        terms.explains = call.has(.showStringToSign)
        self.terms = terms
    }

    /// The request for a location; an empty bucket asks the service, where `nil` would be the bucket of the profile.
    package func request(at location: ObjectLocation) -> OSSRequest {
        var request = request
        request.bucket = location.bucket ?? ""
        request.key = location.key
        return request
    }

    /// The same with the Content-Type of this location.
    func resolved(for location: ObjectLocation) -> RequestTemplate {
        guard detectsType, let key = location.key else { return self }
        var template = self
        template.terms.contentType = MediaType.type(ofKey: key)
        return template
    }

    /// The headers that the user sends; an answer only has those to add.
    var sentHeaders: [String] {
        request.headers.map { "\($0.name): \($0.value)" }
            + [
                terms.contentType.map { "content-type: \($0)" },
                terms.contentMD5.map { "content-md5: \($0)" },
            ].compactMap(\.self)
    }
}

extension OSSRequest.Parameter {
    /// Reads `NAME=VALUE` or `NAME`.
    fileprivate init(word: String) {
        let parts = word.utf8.split(
            separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        self.init(String(Substring(parts[0])), parts.count > 1 ? String(Substring(parts[1])) : nil)
    }
}

extension Call {
    /// Reads all headers of an option; a repeated name is an error, because only one of its values could be signed.
    func headers(of option: Option) throws(UsageError) -> [OSSRequest.Header] {
        var headers: [OSSRequest.Header] = []
        for word in values(of: option) {
            let header = try OSSRequest.Header(word: word)
            guard !headers.contains(where: { $0.name.lowercased() == header.name.lowercased() }) else {
                throw UsageError("the header '\(header.name)' is there twice")
            }
            headers.append(header)
        }
        return headers
    }
}

extension OSSRequest.Header {
    /// Reads `Name: value` in the form of curl.
    fileprivate init(word: String) throws(UsageError) {
        let parts = word.utf8.split(
            separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].allSatisfy(ByteSet.token.contains) else {
            throw UsageError("'\(word)' is not a header; write it as 'Name: value'")
        }
        self.init(String(Substring(parts[0])), String(Substring(parts[1].drop(while: \.isBlank))))
        guard !value.isEmpty else { throw UsageError("the header '\(name)' has no value") }
    }

    /// The header in the form in which it is sent.
    var line: String { "\(name): \(value)" }
}
