public import OSSRequests

/// Makes signatures under the strings of an SDK that signs remotely, such as Alibaba Cloud OSS SDK for Swift v2.
///
/// It has the one function that the protocol `SignatureDelegate` of that SDK demands. `sign` of `SigningDaemon` is the better way
/// where the SDK takes a signer of one's own: there the rules see the request, and the token is always the one that goes with
/// the key.
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
    /// `version` is `v1` or `v4`; V4 needs `date`, `region` and `product` too, and the operation `sign-opaque`. Where the daemon has
    /// another key by now than that of `accessKeyId`, the signature would be one that OSS refuses: the error is `keyChanged`.
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

    /// The key id and the token that the strings must be made with, and no secret.
    ///
    /// Of a V4 key, since it takes the operation `sign-opaque` to ask for it. The secret is a word that says so: the SDK wants one.
    public func credential(region: String) throws(DaemonError) -> OSSCredential {
        let scope = SigningScope(date: "19700101", region: region)
        let made = try daemon.sign(opaque: "whose key is it", in: scope, profile: profile)
        return OSSCredential(
            accessKeyID: made.accessKeyID, accessKeySecret: "not here", securityToken: made.securityToken)
    }
}
