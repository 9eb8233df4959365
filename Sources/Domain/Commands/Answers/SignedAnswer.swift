internal import JSON

/// What came of a request to sign: one URL, or several where several were asked for.
package struct SignedAnswer: DaemonAnswer, Equatable, Sendable {
    private(set) var method = ""
    package private(set) var urls: [String] = []
    /// What must be sent with the request, in the order of the answer.
    private(set) var headers: [Field] = []
    private(set) var expiration = ""
    private(set) var limitedBy = ""
    private(set) var profile = ""
    private(set) var generation = 0
    private(set) var version = ""
    /// `nil`: the credential has no end.
    private(set) var credentialExpiration: String?
    private(set) var canonicalRequest: String?
    private(set) var stringToSign: String?

    /// Reads the answer to a request for one URL.
    package init(_ body: Span<UInt8>) throws(AnswerError) {
        try self.init(body, count: 1)
    }

    /// Reads an answer that must have `count` URLs.
    package init(_ body: Span<UInt8>, count: Int) throws(AnswerError) {
        try AnswerError.reading(body) { name, json throws(JSONError) in
            switch name {
            case "method": method = try json.text()
            case "url": urls = [try json.text()]
            case "urls": try readURLs(&json)
            case "headers": try readHeaders(&json)
            case "expiration": expiration = try json.text()
            case "limitedBy": limitedBy = try json.text()
            case "profile": profile = try json.text()
            case "generation": generation = try json.integer()
            case "version": version = try json.text()
            case "credentialExpiration": credentialExpiration = try json.textOrNull()
            case "canonicalRequest": canonicalRequest = try json.text()
            case "stringToSign": stringToSign = try json.text()
            default: try json.skipValue()
            }
        }
        guard urls.count == count else { throw .missing(count > 1 ? "urls" : "url") }
    }

    private mutating func readURLs(_ json: inout JSONReader) throws(JSONError) {
        try json.beginArray()
        while try json.nextElement() { urls.append(try json.text()) }
    }

    private mutating func readHeaders(_ json: inout JSONReader) throws(JSONError) {
        try json.object { name, json throws(JSONError) in
            headers.append(Field(name: name, value: try json.text()))
        }
    }

    /// The headers as they are sent.
    var headerLines: [String] { headers.map { "\($0.name): \($0.value)" } }
}
