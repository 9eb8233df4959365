/// Why OSS refuses a request, by the signed texts and the answer.
struct Verdict: Equatable, Sendable {
    /// The code for programs.
    enum Code: String, CaseIterable, Sendable {
        case formGood = "form-good"
        case urlExpired = "url-expired"
        case damaged
        case textsDiffer = "texts-differ"
        case textsAgree = "texts-agree"
        case textsMissing = "texts-missing"
        case clockSkewed = "clock-skewed"
        case keyUnknown = "key-unknown"
        case tokenExpired = "token-expired"
        case tokenInvalid = "token-invalid"
        case tokenOfAnotherKey = "token-of-another-key"
        case tokenNotSupported = "token-not-supported"
        case otherEndpoint = "other-endpoint"
        case accessDenied = "access-denied"
        case malformed
        case refusedOtherwise = "refused-otherwise"
        case serverFailed = "server-failed"
    }

    let code: Code
    let sentence: String
    let differences: [Difference]
    /// The usual causes where none is certain, the most frequent first.
    let causes: [String]

    init(
        _ code: Code, _ sentence: String, _ differences: [Difference] = [], causes: [String] = []
    ) {
        self.code = code
        self.sentence = sentence
        self.differences = differences
        self.causes = causes
    }

    var isGood: Bool { code == .formGood }
}

extension Verdict {
    /// The verdict by the texts of both sides.
    static func texts(_ claim: SignatureClaim, _ error: ServerError, _ differences: [Difference]) -> Verdict {
        guard differences.isEmpty else {
            let count = differences.count
            return Verdict(
                .textsDiffer,
                count == 1 ? "1 difference" : "\(count) differences; each one invalidates the signature",
                differences)
        }
        guard error.stringToSign != nil || error.canonicalRequest != nil else {
            return Verdict(
                .textsMissing, "OSS does not accept the signature and does not say which text it signed",
                causes: causes(claim))
        }
        return Verdict(
            .textsAgree, "OSS read the same request as is shown here, and computed another signature for it",
            causes: causes(claim))
    }

    private static func causes(_ claim: SignatureClaim) -> [String] {
        [
            "a header was signed and not sent: Content-Type, Content-MD5 or one that begins with "
                + "\(claim.version.headerPrefix); verify again with --header for each header that was signed",
            claim.isInURL
                ? "the URL was changed after it was signed: its path, host or parameters, perhaps by a proxy that "
                    + "decodes %2F; compare it with the URL as it was signed"
                : "the request was changed after it was signed: its path, host, parameters or headers",
            "it was signed with another secret than that of \(claim.keyID)",
        ]
    }

    /// The verdict by the code of the answer; `nil`: it concerns the signed text.
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
            self.init(.tokenInvalid, "the token: it is incomplete, or belongs to another key")
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
    /// The message behind a colon, or nothing.
    fileprivate var clause: String { message.isEmpty ? "" : ": \(message)" }

    /// The causes by the detailed code.
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
