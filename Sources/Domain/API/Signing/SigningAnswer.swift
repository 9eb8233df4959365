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

// The answer to a presign.
extension SigningContext {
    mutating func answerPresign(
        with credential: Credential, of profile: ProfileDefaults, at time: Timestamp, to out: inout ByteBuffer
    ) throws(SigningError) {
        try begin(with: credential, of: profile, at: time, to: &out)
        if call.keys.isEmpty {
            sign(nextKey: false, with: credential, at: time)
            out.append(#","url":""#)
            out.append(signer.url)
            out.append(#"""#)
        } else {
            out.append(#","urls":["#)
            try appendURLs(with: credential, at: time, to: &out)
            out.append("]")
        }
        end(with: credential, at: time, to: &out)
    }

    private mutating func begin(
        with credential: Credential, of profile: ProfileDefaults, at time: Timestamp, to out: inout ByteBuffer
    ) throws(SigningError) {
        try signer.preparePresigned(
            &call.request, version: call.version, with: credential.signing, at: time, expires: call.expires)
        appendBeginning(with: credential, of: profile, to: &out)
    }

    /// One URL for each key; everything but the key was prepared once.
    private mutating func appendURLs(
        with credential: Credential, at time: Timestamp, to out: inout ByteBuffer
    ) throws(SigningError) {
        for index in call.keys.indices {
            try call.request.setKey(call.keys[index])
            sign(nextKey: index > 0, with: credential, at: time)
            out.value(plain: signer.url)
        }
    }

    /// `nextKey`: the request differs from the previous one only in its key.
    private mutating func sign(nextKey: Bool, with credential: Credential, at time: Timestamp) {
        if nextKey {
            signer.signPresigned(
                nextKeyOf: call.request, version: call.version, with: credential.signing, at: time)
        } else {
            signer.signPresigned(call.request, version: call.version, with: credential.signing, at: time)
        }
    }

    private mutating func end(with credential: Credential, at time: Timestamp, to out: inout ByteBuffer) {
        out.append(#","headers":{"#)
        appendHeadersToSend(to: &out)
        out.append("}")
        appendExpiration(time + Int64(call.expires), with: credential, to: &out)
        if call.keys.isEmpty {
            out.append(#","signature":""#)
            out.append(signer.signature)
            out.append(#"""#)
        }
        appendEnd(of: credential, to: &out)
    }

    /// The signed headers, which a user of the URL must send.
    private mutating func appendHeadersToSend(to out: inout ByteBuffer) {
        for index in call.request.headers.indices where call.signs(call.request.headers[index]) {
            let header = call.request.headers[index]
            out.name(plain: call.request.text, header.name)
            out.value(call.request.text[header.value])
        }
    }
}

extension CompleteCall {
    /// `Host` is left out, because every client sends it.
    fileprivate func signs(_ header: OSSRequest.Header) -> Bool {
        if case .host = header.kind { return false }
        return header.isSigned(in: version)
    }
}
