internal import Bytes
package import Time

// Signatures under strings that somebody else composed: the self-signed mode.
extension Signer {
    /// Signs a V1 string that `OSSRequest.read(stringToSignV1:)` has seen.
    package mutating func sign(
        stringToSignV1 string: Range<Int>, of request: borrowing OSSRequest,
        with credential: SigningCredential
    ) {
        stringToSign.removeAll()
        stringToSign.append(request.text, string)
        signStringV1(of: request, with: credential)
        writeAuthorizationV1(with: credential)
    }

    /// Signs a request that `OSSRequest.read(canonicalRequest:)` has filled and that knows its region.
    package mutating func sign(
        canonicalRequestOf request: borrowing OSSRequest, with credential: SigningCredential,
        at time: Timestamp
    ) {
        beginHeaderV4(request, with: credential, at: time)
        computeV4(request, with: credential, at: time)
        writeAuthorizationV4(of: request, with: credential)
    }

    /// Signs a V4 string to sign that nobody has seen behind: for callers that may do so alone.
    package mutating func sign(
        opaque string: Range<Int>, of request: borrowing OSSRequest, with credential: SigningCredential,
        at day: Timestamp
    ) {
        beginV4(request, with: credential, at: day)
        stringToSign.removeAll()
        stringToSign.append(request.text, string)
        signStringV4(of: request, isOpaque: true, with: credential, at: day)
    }
}
