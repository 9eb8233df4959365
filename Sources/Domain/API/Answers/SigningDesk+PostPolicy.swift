internal import Bytes
internal import JSON
internal import Signing
internal import Text
internal import Time
internal import Tokens

extension SigningDesk {
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

    /// A policy that the caller wrote brings its own end, which is judged by the signing time.
    private func formExpiration(at time: Timestamp) throws(SigningError) -> Timestamp {
        guard call.has(.policy), let policy = call.policy else { return time + Int64(call.expires) }
        guard policy.expiration > time, policy.expiration - time <= Int64(Signer.maximumExpires) else {
            throw .policyExpiration
        }
        return policy.expiration
    }

    private func policyText(until expiration: Timestamp, with credential: Credential) -> ByteBuffer {
        var policy = ByteBuffer(capacity: 1_024)
        if let whole = call[.policy] {
            policy.append(call.request.text[whole])
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
        switch call.version {
        case .v1:
            out.member("OSSAccessKeyId", credential.signing.keyID)
            out.member("Signature", plain: signer.signature)
        case .v4:
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

extension SigningCall {
    /// The conditions without the brackets around them.
    ///
    /// An array may be empty and still have blanks between its brackets.
    fileprivate var conditionElements: Span<UInt8> {
        @_lifetime(borrow self) get {
            guard let conditions else { return request.text[0..<0] }
            return request.text[(conditions.lowerBound + 1)..<(conditions.upperBound - 1)].withoutWhiteSpace
        }
    }
}
