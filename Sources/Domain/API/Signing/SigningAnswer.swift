internal import Bytes
internal import JSON
internal import Signing
internal import Text
internal import Time
internal import Tokens

// The parts that several answers share. All are `mutating`, because the compiler would copy the whole signing otherwise.
extension SigningContext {
    mutating func appendBeginning(
        with credential: Credential, of profile: ProfileDefaults, to out: inout ByteBuffer
    ) {
        out.append(#"{"profile":""#)
        out.append(profile.name)
        out.append(#"","generation":"#)
        out.append(decimal: credential.generation)
        out.append(#","version":""#)
        out.append(call.version.name)
        out.append(#"""#)
        guard call.route != .postPolicy else { return }
        out.append(#","method":""#)
        out.append(call.request.method.name)
        out.append(#"""#)
    }

    /// The time when the signature expires, and whether the credential or the request limits it.
    mutating func appendExpiration(
        _ wanted: Timestamp, with credential: Credential, to out: inout ByteBuffer
    ) {
        let end = credential.expiration.map { $0 < wanted ? $0 : wanted } ?? wanted
        expiration.set(end) { text, time in text.append(rfc3339: time) }
        out.append(#","expiration":""#)
        out.append(expiration.text)
        out.append(end < wanted ? #"","limitedBy":"credential""# : #"","limitedBy":"request""#)
    }

    /// The expiration of the credential, and the explanation if the caller asked for it.
    mutating func appendEnd(of credential: Credential, to out: inout ByteBuffer) {
        if credential.expirationText.isEmpty {
            out.append(#","credentialExpiration":null"#)
        } else {
            out.append(#","credentialExpiration":""#)
            out.append(credential.expirationText)
            out.append(#"""#)
        }
        if call.explain { appendExplanation(to: &out) }
        out.append("}")
    }

    /// The texts behind the signature, to compare with those in an error of OSS.
    mutating func appendExplanation(to out: inout ByteBuffer) {
        if call.version != .v1, !signer.canonicalRequest.isEmpty {
            out.member("canonicalRequest", signer.canonicalRequest)
        }
        out.member("stringToSign", signer.stringToSign)
    }
}

extension SigningContext {
    mutating func answerSign(
        with credential: Credential, of profile: ProfileDefaults, at time: Timestamp, to out: inout ByteBuffer
    ) throws(SigningError) {
        try signer.signHeader(&call.request, version: call.version, with: credential.signing, at: time)
        appendBeginning(with: credential, of: profile, to: &out)
        out.append(#","url":""#)
        out.append(signer.url)
        out.append(#"","headers":{"#)
        appendHeadersToAdd(with: credential, to: &out)
        out.append(#"},"signature":""#)
        out.append(signer.signature)
        out.append(#"","accessKeyId":"#)
        out.value(credential.signing.keyID)
        appendEnd(of: credential, to: &out)
    }

    /// The headers that the caller must add to its request.
    private mutating func appendHeadersToAdd(with credential: Credential, to out: inout ByteBuffer) {
        switch call.version {
        case .v1:
            out.append(#""date":"#)
            out.value(signer.dateLine)
        case .v4:
            out.append(#""x-oss-date":""#)
            out.append(signer.moment.date)
            out.append(#"","x-oss-content-sha256":"#)
            if let hash = call.request.valueOfHeader(.payloadHash) {
                out.value(call.request.text[hash])
            }
        case .s3:
            out.append(#""x-amz-date":""#)
            out.append(signer.moment.date)
            out.append(#"","x-amz-content-sha256":"#)
            if let hash = call.request.payloadHashOfS3 { out.value(call.request.text[hash]) }
        }
        if credential.signing.hasToken {
            out.append(
                call.version == .s3 ? #","x-amz-security-token":"# : #","x-oss-security-token":"#)
            out.value(credential.signing.securityToken)
        }
        out.append(#","authorization":"#)
        out.value(signer.authorization)
    }
}

extension SigningContext {
    mutating func answerString(with credential: Credential, at time: Timestamp, to out: inout ByteBuffer) {
        signString(with: credential.signing, at: time)
        out.beginObject()
        out.name("generation")
        out.value(credential.generation)
        out.member("signature", plain: signer.signature)
        if !call.isOpaque { out.member("authorization", signer.authorization) }
        out.member("accessKeyId", credential.signing.keyID)
        out.name("securityToken")
        if credential.signing.hasToken { out.value(credential.signing.securityToken) } else { out.null() }
        out.endObject()
    }

    private mutating func signString(with credential: SigningCredential, at time: Timestamp) {
        let string = call[.stringToSign] ?? 0..<0
        if call.version == .v1 {
            signer.sign(stringToSignV1: string, of: call.request, with: credential)
        } else if call.isOpaque {
            signer.sign(opaque: string, of: call.request, with: credential, at: time)
        } else {
            signer.sign(canonicalRequestOf: call.request, with: credential, at: time)
        }
    }
}

extension SigningContext {
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

extension SigningCall {
    /// The conditions without the brackets around them; an empty array may have white space between its brackets.
    fileprivate var conditionElements: Span<UInt8> {
        @_lifetime(borrow self) get {
            guard let conditions = self[.conditions] else { return request.text[0..<0] }
            return request.text[(conditions.lowerBound + 1)..<(conditions.upperBound - 1)].withoutWhiteSpace
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
