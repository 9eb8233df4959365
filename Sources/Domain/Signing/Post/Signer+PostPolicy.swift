internal import Bytes
internal import Text
package import Time

// The signature of a PostObject form: its string to sign is the policy in base64, nothing else.
extension Signer {
    /// Signs a policy exactly as it stands; the form carries `stringToSign` as its field `policy`.
    package mutating func signPolicy(
        _ policy: Span<UInt8>, for request: borrowing OSSRequest, version: SignatureVersion,
        with credential: SigningCredential, at time: Timestamp
    ) {
        beginPolicy(for: request, version: version, with: credential, at: time)
        canonicalRequest.removeAll()
        stringToSign.removeAll()
        stringToSign.append(base64: policy)
        switch version {
        case .v1: signStringV1(of: request, with: credential)
        case .v4: signStringV4(of: request, with: credential, at: time)
        }
        writeLocation(of: request)
    }

    /// Fixes the time and scope that a V4 policy repeats among its conditions.
    package mutating func beginPolicy(
        for request: borrowing OSSRequest, version: SignatureVersion, with credential: SigningCredential,
        at time: Timestamp
    ) {
        if version == .v4 { beginV4(request, with: credential, at: time) }
    }
}
