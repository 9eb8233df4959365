internal import CommandLine

/// Why a signature does not match, as far as the texts tell.
struct Verdict: Equatable, Sendable {
    let isGood: Bool
    let sentence: String
    let differences: [Difference]

    init(_ isGood: Bool, _ sentence: String, _ differences: [Difference] = []) {
        self.isGood = isGood
        self.sentence = sentence
        self.differences = differences
    }
}

extension Verdict {
    /// By what the server says, where that is not about the signature at all.
    static func code(_ error: ServerError) -> Verdict? {
        let sentence: String? =
            switch error.code {
            case "RequestTimeTooSkewed":
                "the clock: the request was signed more than 15 minutes from the server's time"
            case "InvalidAccessKeyId":
                "the key: OSS does not know it, or the security token was not sent with it"
            case "SecurityTokenExpired": "the token: it has ended; sign again with a new one"
            case "InvalidSecurityToken": "the token: it is not whole, or not the one of this key"
            case "AccessKeyIdAndSecurityTokenNotMatch": "the token: it was issued together with another key"
            case "AccessDenied":
                "no difference of signatures: OSS refuses for another reason: \(error.message)"
            default: nil
            }
        return sentence.map { Verdict(false, $0) }
    }

    /// By the texts of both sides.
    static func texts(_ claim: SignatureClaim, _ error: ServerError, _ differences: [Difference]) -> Verdict {
        guard differences.isEmpty else {
            let count = differences.count
            return Verdict(
                false,
                count == 1 ? "one thing differs" : "\(count) things differ; each one spoils the signature",
                differences)
        }
        guard error.stringToSign != nil || error.canonicalRequest != nil else {
            return Verdict(false, "the server does not say what it signed; there is nothing to compare with")
        }
        return Verdict(
            false,
            "the signer: this request and the server agree on the text, so it was signed with another secret than "
                + "that of \(claim.keyID), or over another text")
    }
}
