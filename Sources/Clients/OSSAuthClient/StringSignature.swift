package import JSON

extension SigningDaemon {
    /// Signs a V1 string to sign, of a header or a URL.
    ///
    /// The daemon parses it and checks the request that it finds against the rules; needs the operation `sign-string`.
    public func sign(
        stringToSign: String, profile: String? = nil
    ) throws(DaemonError) -> StringSignature {
        try ask(.signString(stringToSign, .v1(), profile: profile))
    }

    /// Signs a V4 canonical request; `time` is its `x-oss-date`.
    ///
    /// The daemon parses it and checks the request that it finds against the rules; needs the operation `sign-string`.
    public func sign(
        canonicalRequest: String, region: String, at time: UnixTime, profile: String? = nil
    ) throws(DaemonError) -> StringSignature {
        try ask(.signString(canonicalRequest, .canonicalRequest(region, time), profile: profile))
    }

    /// Signs a V4 string to sign, whose hash hides the request: needs the operation `sign-opaque`.
    public func sign(
        opaque stringToSign: String, in scope: SigningScope, profile: String? = nil
    ) throws(DaemonError) -> StringSignature {
        try ask(.signString(stringToSign, .opaque(scope), profile: profile))
    }

    /// A signature of a string that the caller composed.
    public struct StringSignature: Equatable, Sendable {
        /// The number of the credential that signed.
        public internal(set) var generation = 0
        /// Hexadecimal for V4, base64 for V1.
        public internal(set) var signature = ""
        /// The whole header; not for an opaque string.
        public internal(set) var authorization: String?
        /// The id of the key that signed.
        public internal(set) var accessKeyID = ""
        /// The token to send with the request; `nil`: there is none.
        public internal(set) var securityToken: String?

        package init() {}
    }
}

extension SigningDaemon.StringSignature: Answer {
    package mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError) {
        switch member {
        case "generation": generation = try json.integer()
        case "signature": signature = try json.text()
        case "authorization": authorization = try json.textOrNull()
        case "accessKeyId": accessKeyID = try json.text()
        case "securityToken": securityToken = try json.textOrNull()
        default: try json.skipValue()
        }
    }

    package var missing: String? {
        signature.isEmpty ? "signature" : accessKeyID.isEmpty ? "accessKeyId" : nil
    }
}

/// Signs strings for an SDK that signs remotely, such as Alibaba Cloud OSS SDK for Swift v2.
///
/// It has the one function of the protocol `SignatureDelegate` of that SDK. If the SDK accepts a signer, use `sign` of
/// `SigningDaemon` instead: the rules then see the request, and key and token always belong together.
public struct RemoteSigner: Sendable {
    private let daemon: SigningDaemon
    private let profile: String?

    /// Signs with the keys of a profile; `nil`: the default one.
    public init(_ daemon: SigningDaemon, profile: String? = nil) {
        self.daemon = daemon
        self.profile = profile
    }

    /// Answers `signature` for the `stringToSign` of `info`.
    ///
    /// `version` is `v1` or `v4`; V4 also needs `date`, `region` and `product`, and the operation `sign-opaque`. The error is
    /// `keyChanged` where the daemon has another key than `accessKeyId` by now, since OSS would refuse the signature.
    public func signature(info: [String: String]) throws(DaemonError) -> [String: String] {
        let string = info["stringToSign"] ?? ""
        let made: SigningDaemon.StringSignature
        if info["version"] == "v1" {
            made = try daemon.sign(stringToSign: string, profile: profile)
        } else {
            let scope = SigningScope(
                date: info["date"] ?? "", region: info["region"] ?? "", product: info["product"] ?? "oss")
            made = try daemon.sign(opaque: string, in: scope, profile: profile)
        }
        if let expected = info["accessKeyId"], expected != made.accessKeyID { throw .keyChanged }
        return ["signature": made.signature]
    }

    /// The key id and the token that the strings must be made with, without the secret.
    ///
    /// It asks for a V4 signature, which needs the operation `sign-opaque`. The secret is a placeholder, because the SDK wants one.
    public func credential(region: String) throws(DaemonError) -> OSSCredential {
        let scope = SigningScope(date: "19700101", region: region)
        let made = try daemon.sign(opaque: "whose key is it", in: scope, profile: profile)
        return OSSCredential(
            accessKeyID: made.accessKeyID, accessKeySecret: "not here", securityToken: made.securityToken)
    }
}
