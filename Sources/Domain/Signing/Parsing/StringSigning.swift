internal import Bytes
package import Time

// Signs strings that a caller composed.
extension Signer {
    /// Signs a V1 string that `OSSRequest.read(stringToSignV1:)` has parsed.
    package mutating func sign(
        stringToSignV1 string: Range<Int>, of request: borrowing OSSRequest,
        with credential: SigningCredential
    ) {
        stringToSign.removeAll()
        stringToSign.append(request.text, string)
        writeSignatureV1(of: request, with: credential)
        writeAuthorizationV1(with: credential)
    }

    /// Signs a request that `OSSRequest.read(canonicalRequest:)` has parsed and that has its region.
    package mutating func sign(
        canonicalRequestOf request: borrowing OSSRequest, with credential: SigningCredential,
        at time: Timestamp
    ) {
        begin(request, with: credential, at: time, in: .oss)
        computeV4(request, with: credential, at: time)
        writeAuthorizationV4(of: request, with: credential)
    }

    /// Signs a V4 string to sign, which hides its request; only for callers that may sign opaque strings.
    package mutating func sign(
        opaque string: Range<Int>, of request: borrowing OSSRequest, with credential: SigningCredential,
        at day: Timestamp
    ) {
        begin(request, with: credential, at: day, in: .oss)
        stringToSign.removeAll()
        stringToSign.append(request.text, string)
        writeSignatureV4(of: request, isOpaque: true, with: credential, at: day)
    }
}

// The key and the time that a composed string names.
extension OSSRequest {
    /// Whether the token and the key id in the string are those of this credential.
    ///
    /// A string may leave them out: a caller that does not know the key yet learns it from the answer.
    package func isMade(for credential: SigningCredential) -> Bool {
        for index in headers.indices where text[headers[index].name].equals("x-oss-security-token") {
            guard credential.securityToken.equals(text[headers[index].value]) else { return false }
        }
        for name: StaticString in ["security-token", "x-oss-security-token"] {
            guard let token = valueOfParameter(name) else { continue }
            guard credential.securityToken.equals(text[token]) else { return false }
        }
        guard let named = valueOfParameter("x-oss-credential") else { return true }
        let end = text[named].firstIndex(of: UInt8(ascii: "/")) ?? named.count
        return credential.keyID.equals(text[named].extracting(first: end))
    }

    /// Whether the scope that a V4 URL names is that of a signature at this time.
    package func namesItsScope(at time: Timestamp) -> Bool {
        guard let named = valueOfParameter("x-oss-credential") else { return true }
        guard let slash = text[named].firstIndex(of: UInt8(ascii: "/")) else { return false }
        let scope = ByteBuffer(scopeOf: self, day: time, in: .oss)
        return scope.equals(text[named].extracting(droppingFirst: slash + 1))
    }

    /// The signing time in the headers or parameters of the request.
    package var signingTime: Timestamp? {
        (valueOfHeader(.date) ?? valueOfParameter("x-oss-date")).flatMap {
            Timestamp(basicISO: text[$0])
        }
    }
}
