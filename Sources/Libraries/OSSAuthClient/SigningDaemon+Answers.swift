internal import JSON
public import OSSRequests

extension SigningDaemon {
    /// A request that was signed in its headers.
    public struct Signed: Equatable, Sendable {
        /// The profile whose credential signed.
        public internal(set) var profile = ""
        /// The number of the credential; two answers with the same were made with the same key and token.
        public internal(set) var generation = 0
        /// Where to send it.
        public internal(set) var url = ""
        /// What to add to the request's own headers, in lower case.
        public internal(set) var headers: [OSSRequest.Header] = []
        /// Hexadecimal for V4, base64 for V1.
        public internal(set) var signature = ""
        /// The id of the key that signed.
        public internal(set) var accessKeyID = ""
        /// `nil`: the key has no end.
        public internal(set) var credentialExpiration: UnixTime?
        /// Where the terms asked for it.
        public internal(set) var stringToSign: String?
        /// Where the terms asked for it; V4 only.
        public internal(set) var canonicalRequest: String?
    }

    /// Requests that were signed in their URLs.
    public struct Presigned: Equatable, Sendable {
        /// The profile whose credential signed.
        public internal(set) var profile = ""
        /// The number of the credential that signed, the last one where there were several.
        public internal(set) var generation = 0
        /// In the order of the keys.
        public internal(set) var urls: [String] = []
        /// What whoever uses a URL must send: these headers with these values.
        public internal(set) var headers: [OSSRequest.Header] = []
        /// When the URLs really end.
        public internal(set) var expiration: UnixTime?
        /// Whether they end with the credential, and so earlier than was asked for.
        public internal(set) var endsWithCredential = false
        /// When the credential ends; `nil`: it has no end.
        public internal(set) var credentialExpiration: UnixTime?
        /// What the key was applied to, where the terms asked for it.
        public internal(set) var stringToSign: String?
        /// The request in the form that was signed, where the terms asked for it; V4 only.
        public internal(set) var canonicalRequest: String?

        /// The first URL, which is the only one where one was asked for.
        public var url: String { urls.first ?? "" }

        /// Takes another part of a long list.
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
        /// The profile whose credential signed.
        public internal(set) var profile = ""
        /// The number of the credential that signed, the last one where there were several.
        public internal(set) var generation = 0
        /// Where to post it.
        public internal(set) var url = ""
        /// The fields to send before `file`, in any order.
        public internal(set) var fields: [OSSRequest.Header] = []
        /// Hexadecimal for V4, base64 for V1.
        public internal(set) var signature = ""
        /// When it really ends.
        public internal(set) var expiration: UnixTime?
        /// Whether it ends with the credential, and so earlier than was asked for.
        public internal(set) var endsWithCredential = false
    }
}

extension SigningDaemon.Signed: Answer {
    mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError) {
        switch member {
        case "profile": profile = try json.text()
        case "generation": generation = try json.integer()
        case "url": url = try json.text()
        case "headers": headers = try json.headers()
        case "signature": signature = try json.text()
        case "accessKeyId": accessKeyID = try json.text()
        case "credentialExpiration": credentialExpiration = try json.timeOrNull()
        case "stringToSign": stringToSign = try json.text()
        case "canonicalRequest": canonicalRequest = try json.text()
        default: try json.skipValue()
        }
    }

    var missing: String? { url.isEmpty ? "url" : headers.isEmpty ? "headers" : nil }
}

extension SigningDaemon.Presigned: Answer {
    mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError) {
        switch member {
        case "profile": profile = try json.text()
        case "generation": generation = try json.integer()
        case "url": urls = [try json.text()]
        case "urls": urls = try json.texts()
        case "headers": headers = try json.headers()
        case "expiration": expiration = try json.timeOrNull()
        case "limitedBy": endsWithCredential = try json.text() == "credential"
        case "credentialExpiration": credentialExpiration = try json.timeOrNull()
        case "stringToSign": stringToSign = try json.text()
        case "canonicalRequest": canonicalRequest = try json.text()
        default: try json.skipValue()
        }
    }

    var missing: String? { expiration == nil ? "expiration" : nil }
}

extension SigningDaemon.Form: Answer {
    mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError) {
        switch member {
        case "profile": profile = try json.text()
        case "generation": generation = try json.integer()
        case "url": url = try json.text()
        case "fields": fields = try json.headers()
        case "signature": signature = try json.text()
        case "expiration": expiration = try json.timeOrNull()
        case "limitedBy": endsWithCredential = try json.text() == "credential"
        default: try json.skipValue()
        }
    }

    var missing: String? { url.isEmpty ? "url" : fields.isEmpty ? "fields" : nil }
}
