internal import Bytes
internal import CommandLine
internal import JSON
internal import Signing
internal import Time

/// The examination of a signature.
struct SignatureCheck: Equatable, Sendable {
    let claim: SignatureClaim
    let texts: SignedTexts
    let error: ServerError?
    /// The canonical requests and the strings to sign of both sides; without an answer, ours twice.
    let requests: Comparison
    let strings: Comparison
    private let end: Timestamp?
    /// An invalid part of the signature.
    private let damage: String?
    private let now: Timestamp

    init(
        _ request: SentRequest, bucket: String?, answered error: ServerError?, at now: Timestamp
    ) throws(UsageError) {
        claim = try SignatureClaim(of: request)
        texts = try SignedTexts(of: request, claim, bucket: bucket)
        requests = texts.compareRequests(with: error, claim.version)
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
                .formGood, "the form is valid; --error FILE compares it with the answer of OSS")
        }
        return Verdict.texts(claim, error, differences)
    }

    /// The canonical request of either side, as it is printed.
    func shownRequest(_ text: String, reveals: Bool) -> String {
        guard !reveals, !text.isEmpty else { return text }
        return SignedPart.text(of: SignedPart.parts(ofCanonicalRequest: text), reveals: false)
    }

    /// The same of a string to sign, which for V4 and S3 contains no secret.
    func shownString(_ text: String, reveals: Bool) -> String {
        guard !reveals, claim.version == .v1 else { return text }
        return SignedPart.text(of: SignedPart.parts(ofStringToSignV1: text), reveals: false)
    }

    private static func end(of request: SentRequest, _ claim: SignatureClaim) -> Timestamp? {
        guard claim.isInURL else { return nil }
        if claim.version == .v1 { return Int64(claim.date).map(Timestamp.init(secondsSince1970:)) }
        guard let seconds = request.parameter(claim.version.parameters.expires).flatMap({ Int64($0) }),
            SignatureClaim.lives.contains(seconds)
        else { return nil }
        return Timestamp(basicISO: claim.date.utf8Span.span).map { $0 + seconds }
    }
}

extension ByteBuffer {
    /// A JSON object with the verdict, the answer of OSS, the differences and the texts of both sides.
    mutating func append(_ check: SignatureCheck, reveals: Bool) {
        let verdict = check.verdict
        beginObject()
        name("good")
        value(verdict.isGood)
        member("code", verdict.code.rawValue)
        member("verdict", verdict.sentence)
        member("causes", verdict.causes)
        append(check.error)
        member("accessKeyId", ifAny: check.claim.keyID)
        append(verdict.differences, reveals: reveals)
        append(
            "canonicalRequest", check.shownRequest(check.texts.canonicalRequest, reveals: reveals),
            check.error?.canonicalRequest.map { check.shownRequest($0, reveals: reveals) })
        append(
            "stringToSign", check.shownString(check.texts.stringToSign, reveals: reveals),
            check.error?.stringToSign.map { check.shownString($0, reveals: reveals) })
        endObject()
    }

    private mutating func append(_ error: ServerError?) {
        guard let error else { return }
        name("answer")
        beginObject()
        member("code", error.code)
        member("message", error.message)
        member("ec", ifAny: error.errorCode)
        member("requestId", ifAny: error.requestID)
        member("recommendDoc", ifAny: error.recommendation)
        endObject()
    }

    private mutating func append(_ differences: [Difference], reveals: Bool) {
        name("differences")
        beginArray()
        for difference in differences {
            let isShort = difference.isSecret && !reveals
            beginObject()
            member("part", difference.part)
            member("signed", ifAny: isShort ? difference.here?.shortened : difference.here)
            member("server", ifAny: isShort ? difference.there?.shortened : difference.there)
            member("meaning", difference.meaning)
            endObject()
        }
        endArray()
    }

    private mutating func append(_ title: StaticString, _ here: String, _ there: String?) {
        name(title)
        beginObject()
        member("signed", ifAny: here)
        member("server", ifAny: there)
        endObject()
    }
}
