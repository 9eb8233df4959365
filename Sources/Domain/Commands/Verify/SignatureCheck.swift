internal import CommandLine
internal import Signing
internal import Time

/// A signature that is looked into.
struct SignatureCheck: Equatable, Sendable {
    let claim: SignatureClaim
    let texts: SignedTexts
    let error: ServerError?
    /// Of the canonical requests, and of the strings to sign; without an answer, of ours with itself.
    let requests: Comparison
    let strings: Comparison
    private let end: Timestamp?
    /// What of the signature is not as any signer writes it.
    private let damage: String?
    private let now: Timestamp

    init(
        _ request: SentRequest, bucket: String?, answered error: ServerError?, at now: Timestamp
    ) throws(UsageError) {
        claim = try SignatureClaim(of: request)
        texts = try SignedTexts(of: request, claim, at: try request.place(named: bucket))
        requests = texts.compareRequests(with: error)
        strings = texts.compareStrings(with: error, claim.version)
        self.error = error
        self.now = now
        end = SignatureCheck.end(of: request, claim)
        damage = claim.damage(in: request)
    }

    var verdict: Verdict {
        let differences = requests.differences + strings.differences + (error?.differences(from: claim) ?? [])
        if let end, end <= now {
            return Verdict(
                .urlExpired, "the time: the URL ended at \(end)",
                error.flatMap(Verdict.init(of:)) == nil ? differences : [])
        }
        if let verdict = error.flatMap(Verdict.init(of:)) { return verdict }
        if let damage { return Verdict(.damaged, damage, differences) }
        guard let error else {
            return Verdict(
                .formGood, "nothing is wrong with the form; --error FILE compares it with the answer of OSS")
        }
        return Verdict.texts(claim, error, differences)
    }

    /// The canonical request of either side, as it is shown.
    func shownRequest(_ text: String, reveals: Bool) -> String {
        guard !reveals, !text.isEmpty else { return text }
        return SignedPart.text(of: SignedPart.parts(ofCanonicalRequest: text), reveals: false)
    }

    /// The same of a string to sign; that of V4 has no secret in it.
    func shownString(_ text: String, reveals: Bool) -> String {
        guard !reveals, claim.version == .v1 else { return text }
        return SignedPart.text(of: SignedPart.parts(ofStringToSignV1: text), reveals: false)
    }

    private static func end(of request: SentRequest, _ claim: SignatureClaim) -> Timestamp? {
        guard claim.isInURL else { return nil }
        if claim.version == .v1 { return Int64(claim.date).map(Timestamp.init(secondsSince1970:)) }
        guard let seconds = request.parameter("x-oss-expires").flatMap({ Int64($0) }),
            SignatureClaim.lives.contains(seconds)
        else { return nil }
        return Timestamp(basicISO: claim.date.utf8Span.span).map { $0 + seconds }
    }
}
