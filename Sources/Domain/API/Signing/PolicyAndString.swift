internal import Bytes
internal import JSON
internal import Signing
internal import Text
internal import Time

// Requests as a form's policy, or as a string that the caller composed.
extension SigningCall {
    mutating func completeForm(with profile: ProfileDefaults) throws(Problem) {
        guard !(has(.conditions) && has(.policy)) else { throw .malformed(.together("conditions", "policy")) }
        request.method = .post
        try completePlace(with: profile)
        try Problem.signing { () throws(SigningError) in
            guard request.bucket != nil else { throw .bucketMissing }
            try request.checkWhole(for: version)
        }
        try checkFormExpires()
        try readPolicy()
    }

    private func checkFormExpires() throws(Problem) {
        guard (1...Signer.maximumExpires).contains(expires) else {
            throw .invalidRequest(.signing(.expires(maximum: Signer.maximumExpires, nil)))
        }
    }

    private mutating func readPolicy() throws(Problem) {
        var text = ByteBuffer(copying: request.text[self[.policy] ?? self[.conditions] ?? 0..<0])
        if text.isEmpty, !has(.policy) { text.append("[]") }
        let isWhole = has(.policy)
        let bucket = request.bucket
        let policy = try Problem.signing { () throws(SigningError) -> PostPolicy in
            if isWhole { return try PostPolicy(text.span, into: &request) }
            return try PostPolicy(conditions: text.span, into: &request)
        }
        guard let bucket, policy.bucket.map({ request.text[$0].equals(request.text[bucket]) }) ?? true else {
            throw .invalidRequest(.signing(isWhole ? .policyBucket : .conditionsBucket))
        }
        self.policy = policy
    }

    mutating func completeString(with profile: ProfileDefaults) throws(Problem) {
        if version == .v1 { try completeStringV1() } else { try completeStringV4(with: profile) }
    }

    private mutating func completeStringV1() throws(Problem) {
        guard let string = self[.stringToSign] else { throw .malformed(.missing("stringToSign")) }
        guard !has(.canonicalRequest), !has(.time), !has(.region), !has(.date), !has(.product) else {
            throw .malformed(.together("version v1", "members of V4"))
        }
        let text = ByteBuffer(copying: request.text[string])
        ready = try Problem.signing(within: .stringToSign) { () throws(SigningError) in
            try request.read(stringToSignV1: text.span)
        }
    }

    private mutating func completeStringV4(with profile: ProfileDefaults) throws(Problem) {
        guard has(.stringToSign) || has(.canonicalRequest) else {
            throw .malformed(
                .missingAll(
                    "canonicalRequest, time and region; or of an opaque string stringToSign, date, region and product"
                ))
        }
        guard let region = self[.region] else { throw .malformed(.missing("region")) }
        if has(.stringToSign) { return try completeOpaque(region) }
        guard let canonical = self[.canonicalRequest] else { throw .malformed(.missing("canonicalRequest")) }
        guard !has(.date), !has(.product) else {
            throw .malformed(.together("canonicalRequest", "date or product"))
        }
        guard let time else { throw .malformed(.missing("time")) }
        let text = ByteBuffer(copying: request.text[canonical])
        try Problem.signing { () throws(SigningError) in try request.setRegion(region) }
        let (read, isOurs) = try Problem.signing(within: .canonicalRequest) {
            () throws(SigningError) -> (ClaimedValidity, Bool) in
            let read = try request.read(canonicalRequest: text.span)
            return (read, request.signingTime == time)
        }
        guard isOurs else {
            throw .invalidRequest(.value("time", mustBe: "the x-oss-date of canonicalRequest"))
        }
        guard request.namesItsScope(at: time) else { throw .invalidRequest(.signing(.credentialScope)) }
        ready = read
    }

    /// The hash in a V4 string to sign hides the request, so only its date and scope are known.
    private mutating func completeOpaque(_ region: Range<Int>) throws(Problem) {
        guard !has(.canonicalRequest), !has(.time) else {
            throw .malformed(.together("stringToSign", "canonicalRequest or time"))
        }
        guard let date = self[.date] else { throw .malformed(.missing("date")) }
        guard let product = self[.product] else { throw .malformed(.missing("product")) }
        let isForCloudBox = request.text[product].equals("oss-cloudbox")
        guard isForCloudBox || request.text[product].equals("oss") else {
            throw .invalidRequest(.value("product", mustBe: "\"oss\" or \"oss-cloudbox\""))
        }
        try Problem.signing { () throws(SigningError) in
            if isForCloudBox { try request.setCloudBox(region) } else { try request.setRegion(region) }
        }
        time = try readDay(date)
    }

    private func readDay(_ date: Range<Int>) throws(Problem) -> Timestamp {
        guard let day = Timestamp(day: request.text[date]) else {
            throw .invalidRequest(.value("date", mustBe: "a day such as 20231216"))
        }
        return day
    }

    /// Whether the string hides the request.
    ///
    /// This is known before the version of the profile is: a V4 string to sign needs a region, a V1 string has none.
    package var isOpaque: Bool { route == .signString && has(.stringToSign) && has(.region) }
}

extension Problem {
    /// Runs a step of the parser of a text that the body contains, and converts its error into a problem.
    fileprivate static func signing<Value>(
        within member: Member, _ step: () throws(SigningError) -> Value
    ) throws(Problem) -> Value {
        do throws(SigningError) {
            return try step()
        } catch {
            let isOfWhole = error.member?.description == member.name
            throw .invalidRequest(isOfWhole ? .signing(error) : .within(BodyPart(member), error))
        }
    }
}
