internal import CommandLine
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
    private let now: Timestamp

    init(
        _ request: SentRequest, bucket: String?, answered error: ServerError?, at now: Timestamp
    ) throws(UsageError) {
        claim = try SignatureClaim(of: request)
        _ = try request.place(named: bucket)
        texts = try SignedTexts(of: request, claim, bucket: bucket)
        requests = texts.compareRequests(with: error)
        strings = texts.compareStrings(with: error, claim.version)
        self.error = error
        self.now = now
        end = SignatureCheck.end(of: request, claim)
    }

    var verdict: Verdict {
        let differences = requests.differences + strings.differences + (error?.differences(from: claim) ?? [])
        if let end, end <= now {
            return Verdict(
                false, "the time: the URL ended at \(end)",
                error.flatMap(Verdict.code) == nil ? differences : [])
        }
        guard let error else {
            return Verdict(
                true, "nothing is wrong with the form; --error FILE compares it with the answer of OSS")
        }
        return Verdict.code(error) ?? Verdict.texts(claim, error, differences)
    }

    private static func end(of request: SentRequest, _ claim: SignatureClaim) -> Timestamp? {
        guard claim.isInURL else { return nil }
        if claim.version == .v1 { return Int64(claim.date).map(Timestamp.init(secondsSince1970:)) }
        guard let seconds = request.parameter("x-oss-expires").flatMap({ Int64($0) }), claim.date.count == 16
        else { return nil }
        let text = Array(claim.date)
        func part(_ range: Range<Int>) -> String { String(text[range]) }
        let day = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
        let time = "\(part(9..<11)):\(part(11..<13)):\(part(13..<15))"
        return Timestamp(rfc3339: "\(day)T\(time)Z".utf8Span.span).map { $0 + seconds }
    }
}
