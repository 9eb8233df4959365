internal import CommandLine

/// Why OSS refuses a request, as far as its texts and the answer tell.
struct Verdict: Equatable, Sendable {
    /// For programs, which switch on it.
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
    /// The usual causes where nothing shows the one, the most frequent first.
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
    /// By the texts of both sides.
    static func texts(_ claim: SignatureClaim, _ error: ServerError, _ differences: [Difference]) -> Verdict {
        guard differences.isEmpty else {
            let count = differences.count
            return Verdict(
                .textsDiffer,
                count == 1 ? "one thing differs" : "\(count) things differ; each one spoils the signature",
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
            "a header was signed and not sent: Content-Type, Content-MD5 or one that begins with x-oss-; verify "
                + "again with --header for each header that was signed",
            claim.isInURL
                ? "the URL was changed after it was signed: its path, host or parameters, perhaps by a proxy that "
                    + "decodes %2F; compare it with the URL as it was signed"
                : "the request was changed after it was signed: its path, host, parameters or headers",
            "it was signed with another secret than that of \(claim.keyID)",
        ]
    }
}
