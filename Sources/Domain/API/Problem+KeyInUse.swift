internal import Bytes
internal import Signing
internal import Tokens

extension Problem {
    /// What a string must be made for, in place of another key or token.
    package struct KeyInUse: Equatable {
        let generation: Int
        let keyID: String
        let securityToken: String?

        init(_ credential: Credential) {
            generation = credential.generation
            keyID = credential.signing.keyID.text
            securityToken = credential.signing.hasToken ? credential.signing.securityToken.text : nil
        }
    }
}

extension ByteBuffer {
    fileprivate var text: String { String(copying: span) }
}
