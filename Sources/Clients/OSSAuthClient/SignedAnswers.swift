package import JSON

/// The answer to `/v1/sign`, `/v1/presign` and `/v1/post-policy`, as it was sent.
package struct SignedAnswer: Answer, Equatable, Sendable {
    package private(set) var method = ""
    /// One URL, or one for each key in the order of the keys.
    package private(set) var urls: [String] = []
    /// The headers that must be sent with the request, in the order of the answer.
    package private(set) var headers: [OSSRequest.Header] = []
    /// The fields of a form.
    package private(set) var fields: [OSSRequest.Header] = []
    package private(set) var expiration = ""
    package private(set) var limitedBy = ""
    package private(set) var profile = ""
    package private(set) var generation = 0
    package private(set) var version = ""
    package private(set) var signature = ""
    package private(set) var accessKeyID = ""
    /// `nil`: the credential has no end.
    package private(set) var credentialExpiration: String?
    package private(set) var canonicalRequest: String?
    package private(set) var stringToSign: String?

    package init() {}

    /// Reads an answer that must have this number of URLs.
    package init(_ body: Span<UInt8>, count: Int) throws(DaemonError) {
        try self.init(body)
        guard urls.count == count else { throw .missing(count > 1 ? "urls" : "url") }
    }

    package mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError) {
        switch member {
        case "method": method = try json.text()
        case "url": urls = [try json.text()]
        case "urls": urls = try json.texts()
        case "headers": headers = try json.headers()
        case "fields": fields = try json.headers()
        case "expiration": expiration = try json.text()
        case "limitedBy": limitedBy = try json.text()
        case "profile": profile = try json.text()
        case "generation": generation = try json.integer()
        case "version": version = try json.text()
        case "signature": signature = try json.text()
        case "accessKeyId": accessKeyID = try json.text()
        case "credentialExpiration": credentialExpiration = try json.textOrNull()
        case "canonicalRequest": canonicalRequest = try json.text()
        case "stringToSign": stringToSign = try json.text()
        default: try json.skipValue()
        }
    }

    /// Whether the signature ends with the credential, and so earlier than requested.
    package var endsWithCredential: Bool { limitedBy == "credential" }

    fileprivate func checkURL() throws(DaemonError) {
        guard urls.count == 1, !urls[0].isEmpty else { throw .missing("url") }
    }
}

extension SigningDaemon {
    /// A request that was signed in its headers.
    public struct Signed: Equatable, Sendable {
        private let answer: SignedAnswer
        /// The profile whose credential signed.
        public var profile: String { answer.profile }
        /// The number of the credential; two answers with the same were made with the same key and token.
        public var generation: Int { answer.generation }
        /// The URL to send the request to.
        public var url: String { answer.urls[0] }
        /// The headers to add to the request's own, in lower case.
        public var headers: [OSSRequest.Header] { answer.headers }
        /// Hexadecimal for V4 and S3, base64 for V1.
        public var signature: String { answer.signature }
        /// The id of the key that signed.
        public var accessKeyID: String { answer.accessKeyID }
        /// `nil`: the key has no end.
        public var credentialExpiration: UnixTime? { answer.credentialExpiration.flatMap(UnixTime.init) }
        /// Set where the terms asked for it.
        public var stringToSign: String? { answer.stringToSign }
        /// Set where the terms asked for it; V4 and S3 only.
        public var canonicalRequest: String? { answer.canonicalRequest }

        init(_ answer: SignedAnswer) throws(DaemonError) {
            try answer.checkURL()
            guard !answer.headers.isEmpty else { throw .missing("headers") }
            self.answer = answer
        }
    }

    /// Requests that were signed in their URLs.
    public struct Presigned: Equatable, Sendable {
        /// The profile whose credential signed.
        public private(set) var profile = ""
        /// The number of the credential that signed, the last one where there were several.
        public private(set) var generation = 0
        /// The URLs in the order of the keys.
        public private(set) var urls: [String] = []
        /// The headers that must be sent, with these values, by the program that uses a URL.
        public private(set) var headers: [OSSRequest.Header] = []
        /// The real end of the URLs.
        public private(set) var expiration: UnixTime?
        /// Whether they end with the credential, and so earlier than requested.
        public private(set) var endsWithCredential = false
        /// When the credential ends; `nil`: it has no end.
        public private(set) var credentialExpiration: UnixTime?
        /// The text that the key was applied to, where the terms asked for it.
        public private(set) var stringToSign: String?
        /// The request in the form that was signed, where the terms asked for it; V4 and S3 only.
        public private(set) var canonicalRequest: String?

        /// The first URL, which is the only one of a single request.
        public var url: String { urls.first ?? "" }

        init() {}

        init(_ answer: SignedAnswer) throws(DaemonError) {
            guard let end = UnixTime(answer.expiration) else { throw .missing("expiration") }
            profile = answer.profile
            generation = answer.generation
            urls = answer.urls
            headers = answer.headers
            expiration = end
            endsWithCredential = answer.endsWithCredential
            credentialExpiration = answer.credentialExpiration.flatMap(UnixTime.init)
            stringToSign = answer.stringToSign
            canonicalRequest = answer.canonicalRequest
        }

        /// Adds the next part of a long list.
        mutating func append(_ part: Presigned) {
            let earlier = urls
            let end = [expiration, part.expiration].compactMap { $0 }.min()
            let isShort = endsWithCredential || part.endsWithCredential
            self = part
            urls = earlier + part.urls
            expiration = end
            endsWithCredential = isShort
        }
    }

    /// A form with which a browser may upload.
    public struct Form: Equatable, Sendable {
        private let answer: SignedAnswer
        /// The profile whose credential signed.
        public var profile: String { answer.profile }
        /// The number of the credential that signed.
        public var generation: Int { answer.generation }
        /// The URL to post the form to.
        public var url: String { answer.urls[0] }
        /// The fields to send before `file`, in any order.
        public var fields: [OSSRequest.Header] { answer.fields }
        /// Hexadecimal for V4, base64 for V1.
        public var signature: String { answer.signature }
        /// The real end of the form.
        public var expiration: UnixTime? { UnixTime(answer.expiration) }
        /// Whether it ends with the credential, and so earlier than requested.
        public var endsWithCredential: Bool { answer.endsWithCredential }

        init(_ answer: SignedAnswer) throws(DaemonError) {
            try answer.checkURL()
            guard !answer.fields.isEmpty else { throw .missing("fields") }
            self.answer = answer
        }
    }
}
