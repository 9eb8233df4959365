package import Time

/// Why something that came from outside is not taken as a credential.
///
/// Carries names of members, never their values.
package enum CredentialError: Error, Equatable {
    case notJSON(offset: Int)
    case member(String)
    case missing(String)
    case twice(String)
    case expired(since: Timestamp)
    case expirationImplausible
    case shorterLived
    case sameKeyOtherSecret
    case sameTokenOtherKey
    case signature
    case otherKey
    case refused(code: String, message: String)
}

extension CredentialError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notJSON(let offset): "the answer is not the JSON that is wanted: byte \(offset)"
        case .member(let name): "\(name) in the answer is no text, empty, too long or not printable"
        case .missing(let name): "the answer has no \(name)"
        case .twice(let name): "the answer has \(name) twice"
        case .expired(let time): "the answer holds a token that expired at \(time)"
        case .expirationImplausible: "Expiration in the answer is no time that can be true"
        case .shorterLived: "the answer holds a token that ends before the present one"
        case .sameKeyOtherSecret: "the answer has the key id of the present token, but another secret"
        case .sameTokenOtherKey: "the answer has the security token of the present key, but another key id"
        case .signature: "the answer holds no signature of the version that was asked for"
        case .otherKey: "the answer is of another key than AccessKeyID= says"
        case .refused(let code, let message):
            "the server refused: \(code)" + (message.isEmpty ? "" : " (\(message))")
        }
    }
}
