package import Time

/// Why a document from outside is rejected as a credential; contains names of members, never their values.
package enum CredentialError: Error, Equatable {
    case notJSON(offset: Int)
    case empty
    /// An HTML page of this size.
    case markup(Int)
    case member(String, MemberFault)
    case missing(String, in: AnswerOutline)
    case twice(String)
    /// A key without a security token.
    case longLivedKey
    case expired(since: Timestamp)
    /// `shown`: the value, if it looks like a time; `lacksZone`: it would be one with a time zone.
    case expiration(shown: String?, lacksZone: Bool)
    case endsTooLate(Timestamp)
    case shorterLived
    case sameKeyOtherSecret
    case sameKeyOtherToken
    case sameTokenOtherKey
    case signature
    /// A signature of V1, where one of another version was asked for.
    case signatureOfV1
    case otherKey
    case refused(code: String, message: String)

    /// Whether the server answered correctly, with a refusal.
    package var isRefusal: Bool {
        if case .refused = self { true } else { false }
    }

    /// Classifies a document that is not JSON by its first byte.
    static func notJSON(_ document: Span<UInt8>, at offset: Int) -> CredentialError {
        var first = 0
        while first < document.count, document[first] <= 0x20 { first += 1 }
        guard first < document.count else { return .empty }
        return document[first] == UInt8(ascii: "<") ? .markup(document.count) : .notJSON(offset: offset)
    }
}

/// Why a member is no part of a credential.
package enum MemberFault: Equatable {
    /// It is an object, an array, or a number where a text belongs.
    case notText
    case empty
    case tooLong(limit: Int)
    case characters
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
        case .member(let name, let fault): "\(name) in \(document) \(fault)"
        case .missing(let name, let outline): "\(document) has no \(name)\(outline.sentence)"
        case .twice(let name): "\(document) has \(name) twice"
        case .longLivedKey:
            "SecurityToken in \(document) is empty: this is a long-lived key, not a token of STS"
        case .expired(let time): "\(document) holds a token that expired at \(time)"
        case .expiration(let shown, let lacksZone):
            "Expiration in \(document) \(CredentialError.fault(of: shown, lacksZone)); expected a time such as 2023-12-16T17:20:57Z"
        case .endsTooLate(let time):
            "Expiration in \(document) is \(time), more than \(ReceivedCredential.longestLife / 86_400) days ahead; no token lives so long"
        case .shorterLived: "\(document) holds a token that ends before the present one"
        case .sameKeyOtherSecret: "\(document) has the key id of the present token, but another secret"
        case .sameKeyOtherToken:
            "\(document) has the key id of the present token, but another security token"
        case .sameTokenOtherKey: "\(document) has the security token of the present key, but another key id"
        case .signature: "\(document) holds no signature of the version that was asked for"
        case .signatureOfV1:
            "\(document) holds a signature of V1, and one of another version was asked for: set SignatureVersion=v1 if the server signs no other"
        case .otherKey: "\(document) is of another key than AccessKeyID= says"
        case .refused: "\(document) is a refusal"
        }
    }

    private static func fault(of expiration: String?, _ lacksZone: Bool) -> String {
        guard let expiration else { return "is no time" }
        let fault = lacksZone ? "has no time zone" : "is no time"
        return "is '\(expiration)', which \(fault)"
    }
}

extension MemberFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notText: "is not a text"
        case .empty: "is empty"
        case .tooLong(let limit): "is longer than \(limit) bytes"
        case .characters: "has characters that it cannot have"
        }
    }
}
