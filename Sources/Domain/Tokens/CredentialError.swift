package import Time

/// Why a document from outside is rejected as a credential; contains names of members, never their values.
package enum CredentialError: Error, Equatable {
    case notJSON(offset: Int)
    case empty
    /// An HTML page of this size.
    case markup(Int)
    case member(String)
    case missing(String)
    case twice(String)
    case expired(since: Timestamp)
    case expiration
    case endsTooLate(Timestamp)
    case shorterLived
    case sameKeyOtherSecret
    case sameKeyOtherToken
    case sameTokenOtherKey
    case signature
    case otherKey
    case refused(code: String, message: String)

    /// Whether the server answered correctly, with a refusal.
    package var isRefusal: Bool {
        if case .refused = self { true } else { false }
    }
}

extension CredentialError {
    /// Classifies a document that is not JSON by its first byte.
    static func notJSON(_ document: Span<UInt8>, at offset: Int) -> CredentialError {
        var first = 0
        while first < document.count, document[first] <= 0x20 { first += 1 }
        guard first < document.count else { return .empty }
        return document[first] == UInt8(ascii: "<") ? .markup(document.count) : .notJSON(offset: offset)
    }
}

extension CredentialError: CustomStringConvertible {
    /// For the answer of a server.
    package var description: String {
        if case .refused(let code, let message) = self {
            return "the server refused: \(code)" + (message.isEmpty ? "" : " (\(message))")
        }
        return description(of: "the answer")
    }

    /// For a document of the operator.
    package var descriptionOfDocument: String {
        if case .refused(let code, let message) = self {
            return "this is no token but a refusal: \(code)" + (message.isEmpty ? "" : " (\(message))")
        }
        return description(of: "the document")
    }

    /// For the files of a long-lived key.
    package var descriptionOfFiles: String { description(of: "the files") }

    private func description(of document: String) -> String {
        switch self {
        case .notJSON(let offset): "\(document) is not the JSON that is wanted: byte \(offset)"
        case .empty: "\(document) is empty, not the JSON that is wanted"
        case .markup(let count):
            "\(document) is not the JSON that is wanted but a page, \(count) bytes that begin with '<': of a login or a proxy?"
        case .member(let name):
            "\(name) in \(document) is no text, empty, too long, or has characters that none has"
        case .missing(let name): "\(document) has no \(name)"
        case .twice(let name): "\(document) has \(name) twice"
        case .expired(let time): "\(document) holds a token that expired at \(time)"
        case .expiration: "Expiration in \(document) is no time such as 2023-12-16T17:20:57Z"
        case .endsTooLate(let time):
            "Expiration in \(document) is \(time), more than \(ReceivedCredential.longestLife / 86_400) days ahead; no token lives so long"
        case .shorterLived: "\(document) holds a token that ends before the present one"
        case .sameKeyOtherSecret: "\(document) has the key id of the present token, but another secret"
        case .sameKeyOtherToken:
            "\(document) has the key id of the present token, but another security token"
        case .sameTokenOtherKey: "\(document) has the security token of the present key, but another key id"
        case .signature: "\(document) holds no signature of the version that was asked for"
        case .otherKey: "\(document) is of another key than AccessKeyID= says"
        case .refused: "\(document) is a refusal"
        }
    }
}
