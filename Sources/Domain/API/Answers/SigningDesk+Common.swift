internal import Bytes
internal import JSON
internal import Signing
internal import Text
internal import Time
internal import Tokens

// How answers begin and end, whatever was signed; mutating, since else the whole desk is copied for each call.
extension SigningDesk {
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

    /// When what was signed stops working, and through whose end.
    mutating func appendExpiration(
        _ wanted: Timestamp, with credential: Credential, to out: inout ByteBuffer
    ) {
        let end = credential.expiration.map { $0 < wanted ? $0 : wanted } ?? wanted
        expiration.set(end) { text, time in text.append(rfc3339: time) }
        out.append(#","expiration":""#)
        out.append(expiration.text)
        out.append(end < wanted ? #"","limitedBy":"credential""# : #"","limitedBy":"request""#)
    }

    /// When the credential ends, and what was asked for beside the signature.
    mutating func appendEnd(of credential: Credential, to out: inout ByteBuffer) {
        if let end = credential.expiration {
            credentialExpiration.set(end) { text, time in text.append(rfc3339: time) }
            out.append(#","credentialExpiration":""#)
            out.append(credentialExpiration.text)
            out.append(#"""#)
        } else {
            out.append(#","credentialExpiration":null"#)
        }
        if call.explain { appendExplanation(to: &out) }
        out.append("}")
    }

    /// The texts behind the signature, for comparing them with those in an error of OSS.
    mutating func appendExplanation(to out: inout ByteBuffer) {
        if call.version == .v4, !signer.canonicalRequest.isEmpty {
            out.member("canonicalRequest", signer.canonicalRequest)
        }
        out.member("stringToSign", signer.stringToSign)
    }
}
