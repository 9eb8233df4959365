extension Verdict {
    /// By the code of the answer; `nil`: it is about the signed text.
    init?(of error: ServerError) {
        switch error.code {
        case "SignatureDoesNotMatch": return nil
        case "RequestTimeTooSkewed": self = .skewed(error)
        case "InvalidAccessKeyId":
            self.init(
                .keyUnknown, "the key: OSS does not know it",
                causes: [
                    "the security token was not sent with it, or not unchanged",
                    "the token has ended, and with it the key: sign again",
                    "the key was deleted or disabled",
                ])
        case "SecurityTokenExpired":
            self.init(.tokenExpired, "the token: it has ended; sign again with a new one")
        case "InvalidSecurityToken":
            self.init(.tokenInvalid, "the token: it is not whole, or not the one of this key")
        case "AccessKeyIdAndSecurityTokenNotMatch":
            self.init(.tokenOfAnotherKey, "the token: it was issued together with another key")
        case "SecurityTokenNotSupported":
            self.init(.tokenNotSupported, "the token: this operation takes no temporary credential")
        case "AccessDenied": self = .denied(error)
        case "InvalidArgument", "InvalidRequest", "InvalidDigest":
            self.init(
                .malformed,
                "the form: OSS cannot read the signature or another part of the request\(error.clause)",
                causes: error.causesOfForm)
        case "InternalError", "ServiceUnavailable":
            self.init(.serverFailed, "OSS failed\(error.clause); send the request again")
        default:
            self.init(
                .refusedOtherwise,
                "OSS accepted the signature; it refused for another reason: \(error.code)\(error.clause)")
        }
    }

    private static func skewed(_ error: ServerError) -> Verdict {
        let times = [
            error.requestTime.map { "signed at \($0)" }, error.serverTime.map { "received at \($0)" },
        ]
        .compactMap(\.self)
        return Verdict(
            .clockSkewed,
            "the clock: the request was signed more than 15 minutes from the server's time"
                + (times.isEmpty ? "" : " (\(times.joined(separator: ", ")))"),
            causes: [
                "the clock of the host that signed is wrong: 'ossauthctl doctor' shows by how much",
                "the request was sent long after it was signed: presign it",
            ])
    }

    private static func denied(_ error: ServerError) -> Verdict {
        if let endpoint = error.endpoint {
            return Verdict(
                .otherEndpoint,
                "the endpoint: the bucket is at \(endpoint); sign for this endpoint and its region")
        }
        guard error.errorCode != "0002-00000069", !error.message.holds("expired") else {
            return Verdict(.urlExpired, "the time: the URL has ended by the clock of OSS; sign another one")
        }
        return Verdict(
            .accessDenied, "OSS denies access, and not because of the signature\(error.clause)",
            causes: [
                "the policy of the RAM role, or the policy that narrows its token, does not allow the request",
                "the bucket policy, the ACL of the object or the Referer list denies it",
            ])
    }
}

extension ServerError {
    /// The message behind a colon, if there is one.
    fileprivate var clause: String { message.isEmpty ? "" : ": \(message)" }

    /// Of those error codes that are about a signature.
    fileprivate var causesOfForm: [String] {
        switch errorCode {
        case "0002-00000212", "0002-00000223": ["x-oss-date is not written as 20260101T000000Z"]
        case "0002-00000213": ["the scope in the credential is not DAY/REGION/oss/aliyun_v4_request"]
        default:
            [
                "there are two signatures, in the URL and in the Authorization header",
                "the security token is in the wrong place: of a URL it is a parameter, else a header",
            ]
        }
    }
}
