internal import Bytes
internal import Text
package import Time

// AssumeRoleWithOIDC has no signature: the provider's token is the proof.
extension STSSigner {
    /// Leaves a form in `query` that lacks nothing but the token.
    package mutating func write(unsigned request: inout STSRequest, nonce: Span<UInt8>, at time: Timestamp) {
        reset()
        request.removeOwnParameters()
        request.addOwnParameter("Action", request.action)
        request.addOwnParameter("Format", "JSON")
        request.addOwnParameter("SignatureNonce", nonce)
        var timestamp = ByteBuffer(capacity: 20)
        timestamp.append(rfc3339: time)
        request.addOwnParameter("Timestamp", timestamp.span)
        request.addOwnParameter("Version", STSRequest.version)
        query.append(canonicalQueryOf: request)
    }
}
