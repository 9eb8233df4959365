internal import Access
internal import Bytes
internal import JSON
internal import Signing
internal import Text
internal import Time
internal import Tokens

// Requests as a form's policy, or as a string that the caller composed.
extension CompleteCall {
    mutating func completeForm(_ said: borrowing ReadCall, with profile: ProfileDefaults) throws(Problem) {
        guard !(said.has(.conditions) && said.has(.policy)) else {
            throw .malformed(.together("conditions", "policy"))
        }
        request.method = .post
        try completePlace(said, with: profile)
        try Problem.signing { () throws(SigningError) in
            guard request.bucket != nil else { throw .bucketMissing }
            try request.checkWhole(for: version)
        }
        guard (1...Signer.maximumExpires).contains(expires) else {
            throw .invalidRequest(.signing(.expires(maximum: Signer.maximumExpires, nil)))
        }
        composed = said[.policy] ?? said[.conditions] ?? 0..<0
        policyIsWhole = said.has(.policy)
        try readPolicy()
    }

    private mutating func readPolicy() throws(Problem) {
        var text = ByteBuffer(copying: request.text[composed])
        let isWhole = policyIsWhole
        if text.isEmpty, !isWhole { text.append("[]") }
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

    mutating func completeString(_ said: borrowing ReadCall) throws(Problem) {
        if let string = said[.stringToSign] { composed = string }
        if version == .v1 { try completeStringV1(said) } else { try completeStringV4(said) }
    }

    private mutating func completeStringV1(_ said: borrowing ReadCall) throws(Problem) {
        guard said.has(.stringToSign) else { throw .malformed(.missing("stringToSign")) }
        guard !said.has(.canonicalRequest), !said.has(.time), !said.has(.region), !said.has(.date),
            !said.has(.product)
        else {
            throw .malformed(.together("version v1", "members of V4"))
        }
        let text = ByteBuffer(copying: request.text[composed])
        ready = try Problem.signing(within: .stringToSign) { () throws(SigningError) in
            try request.read(stringToSignV1: text.span)
        }
    }

    private mutating func completeStringV4(_ said: borrowing ReadCall) throws(Problem) {
        guard said.has(.stringToSign) || said.has(.canonicalRequest) else {
            throw .malformed(
                .missingAll(
                    "canonicalRequest, time and region; or of an opaque string stringToSign, date, region and product"
                ))
        }
        guard let region = said[.region] else { throw .malformed(.missing("region")) }
        if said.has(.stringToSign) { return try completeOpaque(said, in: region) }
        guard let canonical = said[.canonicalRequest] else { throw .malformed(.missing("canonicalRequest")) }
        guard !said.has(.date), !said.has(.product) else {
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
    private mutating func completeOpaque(_ said: borrowing ReadCall, in region: Range<Int>) throws(Problem) {
        guard !said.has(.canonicalRequest), !said.has(.time) else {
            throw .malformed(.together("stringToSign", "canonicalRequest or time"))
        }
        guard let date = said[.date] else { throw .malformed(.missing("date")) }
        guard let product = said[.product] else { throw .malformed(.missing("product")) }
        let isForCloudBox = request.text[product].equals("oss-cloudbox")
        guard isForCloudBox || request.text[product].equals("oss") else {
            throw .invalidRequest(.value("product", mustBe: "\"oss\" or \"oss-cloudbox\""))
        }
        try Problem.signing { () throws(SigningError) in
            if isForCloudBox { try request.setCloudBox(region) } else { try request.setRegion(region) }
        }
        guard let day = Timestamp(day: request.text[date]) else {
            throw .invalidRequest(.value("date", mustBe: "a day such as 20231216"))
        }
        time = day
    }
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

extension SigningContext {
    mutating func answerString(with credential: Credential, at time: Timestamp, to out: inout ByteBuffer) {
        signString(with: credential.signing, at: time)
        out.beginObject()
        out.name("generation")
        out.value(credential.generation)
        out.member("signature", plain: signer.signature)
        if call.operation != .signOpaque { out.member("authorization", signer.authorization) }
        out.member("accessKeyId", credential.signing.keyID)
        out.name("securityToken")
        if credential.signing.hasToken { out.value(credential.signing.securityToken) } else { out.null() }
        out.endObject()
    }

    private mutating func signString(with credential: SigningCredential, at time: Timestamp) {
        if call.version == .v1 {
            signer.sign(stringToSignV1: call.composed, of: call.request, with: credential)
        } else if call.operation == .signOpaque {
            signer.sign(opaque: call.composed, of: call.request, with: credential, at: time)
        } else {
            signer.sign(canonicalRequestOf: call.request, with: credential, at: time)
        }
    }

    mutating func answerForm(
        with credential: Credential, of profile: ProfileDefaults, at time: Timestamp, to out: inout ByteBuffer
    ) throws(SigningError) {
        let expiration = try formExpiration(at: time)
        signer.beginPolicy(for: call.request, version: call.version, with: credential.signing, at: time)
        let policy = policyText(until: expiration, with: credential)
        signer.signPolicy(
            policy.span, for: call.request, version: call.version, with: credential.signing, at: time)
        appendBeginning(with: credential, of: profile, to: &out)
        out.member("url", plain: signer.url)
        out.name("fields")
        appendFields(with: credential, to: &out)
        out.member("signature", plain: signer.signature)
        appendExpiration(expiration, with: credential, to: &out)
        if call.explain { appendExplanation(to: &out) }
        out.endObject()
    }

    /// A complete policy states its own expiration, which must follow the signing time within the maximum.
    private func formExpiration(at time: Timestamp) throws(SigningError) -> Timestamp {
        guard call.policyIsWhole, let policy = call.policy else { return time + Int64(call.expires) }
        guard policy.expiration > time, policy.expiration - time <= Int64(Signer.maximumExpires) else {
            throw .policyExpiration
        }
        return policy.expiration
    }

    private func policyText(until expiration: Timestamp, with credential: Credential) -> ByteBuffer {
        var policy = ByteBuffer(capacity: 1_024)
        if call.policyIsWhole {
            policy.append(call.request.text[call.composed])
            return policy
        }
        policy.append(
            policyFor: call.request, version: call.version, until: expiration,
            conditions: call.conditionElements,
            signer: signer, credential: credential.signing)
        return policy
    }

    private mutating func appendFields(with credential: Credential, to out: inout ByteBuffer) {
        out.beginObject()
        out.member("policy", signer.stringToSign)
        if call.version == .v1 {
            out.member("OSSAccessKeyId", credential.signing.keyID)
            out.member("Signature", plain: signer.signature)
        } else {
            out.name("x-oss-signature-version")
            out.value("OSS4-HMAC-SHA256")
            out.name("x-oss-credential")
            out.append(UInt8(ascii: "\""))
            out.append(credentialOf: signer, credential.signing)
            out.append(UInt8(ascii: "\""))
            out.member("x-oss-date", plain: signer.moment.date)
            out.member("x-oss-signature", plain: signer.signature)
        }
        if credential.signing.hasToken {
            out.member("x-oss-security-token", credential.signing.securityToken)
        }
        out.endObject()
    }
}

extension CompleteCall {
    /// The conditions without the brackets around them; an empty array may have white space between its brackets.
    fileprivate var conditionElements: Span<UInt8> {
        @_lifetime(borrow self) get {
            guard !composed.isEmpty else { return request.text[0..<0] }
            return request.text[(composed.lowerBound + 1)..<(composed.upperBound - 1)].withoutWhiteSpace
        }
    }
}

extension ByteBuffer {
    /// Writes a text that needs no escapes.
    fileprivate mutating func member(_ name: StaticString, plain text: borrowing ByteBuffer) {
        self.name(name)
        value(plain: text)
    }
}
