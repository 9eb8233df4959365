internal import Bytes
internal import JSON
internal import Signing
internal import Time
internal import Tokens

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
