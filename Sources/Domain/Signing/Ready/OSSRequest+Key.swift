internal import Bytes
internal import Text
package import Time

// What a string that somebody else composed says of the key that is to sign it.
extension OSSRequest {
    /// Whether all of it is true of this credential.
    ///
    /// What it leaves out is not wrong: who does not know the key yet learns it by the answer.
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

    /// Whether the scope that a V4 URL names is that of a signature which is made now.
    package func namesItsScope(at time: Timestamp) -> Bool {
        guard let named = valueOfParameter("x-oss-credential") else { return true }
        guard let slash = text[named].firstIndex(of: UInt8(ascii: "/")) else { return false }
        let scope = ByteBuffer(scopeOf: self, day: time, slash: "/")
        return scope.equals(text[named].extracting(droppingFirst: slash + 1))
    }
}
