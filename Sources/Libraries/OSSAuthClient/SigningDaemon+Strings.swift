internal import Bytes
internal import JSON
public import OSSRequests

extension SigningDaemon {
    /// Signs a V1 string to sign, of a header or a URL.
    ///
    /// The daemon takes it apart and holds the request that it finds against the rules; needs the operation `sign-string`.
    public func sign(
        stringToSign: String, profile: String? = nil
    ) throws(DaemonError) -> StringSignature {
        try signature { body in
            body.member("profile", ifAny: profile)
            body.member("version", "v1")
            body.member("stringToSign", stringToSign)
        }
    }

    /// Signs a V4 canonical request; `time` is its `x-oss-date`.
    ///
    /// The daemon takes it apart and holds the request that it finds against the rules; needs the operation `sign-string`.
    public func sign(
        canonicalRequest: String, region: String, at time: UnixTime, profile: String? = nil
    ) throws(DaemonError) -> StringSignature {
        try signature { body in
            body.member("profile", ifAny: profile)
            body.member("version", "v4")
            body.member("canonicalRequest", canonicalRequest)
            body.member("time", time.description)
            body.member("region", region)
        }
    }

    /// Signs a V4 string to sign, behind whose hash nobody can see: needs the operation `sign-opaque`.
    public func sign(
        opaque stringToSign: String, in scope: SigningScope, profile: String? = nil
    ) throws(DaemonError) -> StringSignature {
        try signature { body in
            body.member("profile", ifAny: profile)
            body.member("version", "v4")
            body.member("stringToSign", stringToSign)
            body.member("date", scope.date)
            body.member("region", scope.region)
            body.member("product", scope.product)
        }
    }

    private func signature(_ write: (inout ByteBuffer) -> Void) throws(DaemonError) -> StringSignature {
        try ask(.post("/v1/sign-string", write))
    }

    /// A signature under a string that somebody else composed.
    public struct StringSignature: Equatable, Sendable {
        /// The number of the credential that signed.
        public internal(set) var generation = 0
        /// Hexadecimal for V4, base64 for V1.
        public internal(set) var signature = ""
        /// The whole header; not for an opaque string.
        public internal(set) var authorization: String?
        /// The id of the key that signed.
        public internal(set) var accessKeyID = ""
        /// What must be sent with the request; `nil`: there is none.
        public internal(set) var securityToken: String?
    }
}

extension SigningDaemon.StringSignature: Answer {
    mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError) {
        switch member {
        case "generation": generation = try json.integer()
        case "signature": signature = try json.text()
        case "authorization": authorization = try json.textOrNull()
        case "accessKeyId": accessKeyID = try json.text()
        case "securityToken": securityToken = try json.textOrNull()
        default: try json.skipValue()
        }
    }

    var missing: String? { signature.isEmpty ? "signature" : accessKeyID.isEmpty ? "accessKeyId" : nil }
}
