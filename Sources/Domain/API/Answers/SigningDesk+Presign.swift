internal import Bytes
internal import JSON
internal import Signing
internal import Time
internal import Tokens

extension SigningDesk {
    mutating func answerPresign(
        with credential: Credential, of profile: ProfileDefaults, at time: Timestamp, to out: inout ByteBuffer
    ) throws(SigningError) {
        try signer.preparePresigned(
            &call.request, version: call.version, with: credential.signing, at: time, expires: call.expires)
        out.append(beginningOf: call, with: credential, of: profile)
        if call.keys.isEmpty {
            signer.signPresigned(call.request, version: call.version, with: credential.signing, at: time)
            out.member("url", plain: signer.url)
        } else {
            try appendURLs(with: credential, at: time, to: &out)
        }
        out.name("headers")
        appendHeadersToSend(to: &out)
        out.append(expiration: time + Int64(call.expires), with: credential)
        if call.keys.isEmpty { out.member("signature", plain: signer.signature) }
        out.append(endOf: credential)
        appendExplanation(to: &out)
        out.endObject()
    }

    /// One URL for each key; everything but the key was prepared once.
    private mutating func appendURLs(
        with credential: Credential, at time: Timestamp, to out: inout ByteBuffer
    ) throws(SigningError) {
        out.name("urls")
        out.beginArray()
        for index in call.keys.indices {
            try call.request.setKey(call.keys[index])
            signer.signPresigned(call.request, version: call.version, with: credential.signing, at: time)
            out.value(plain: signer.url)
        }
        out.endArray()
    }

    /// The headers that whoever uses the URL must send, because they were signed.
    private func appendHeadersToSend(to out: inout ByteBuffer) {
        out.beginObject()
        for header in call.request.headers where call.signs(header) {
            out.name(call.request.text[header.name])
            out.value(call.request.text[header.value])
        }
        out.endObject()
    }
}

extension SigningCall {
    /// `Host` is left out: every client sends it by itself.
    fileprivate func signs(_ header: OSSRequest.Header) -> Bool {
        guard header.isSigned(in: version) else { return false }
        return !request.text[header.name].equals("host")
    }
}
