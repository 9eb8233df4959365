package import Access
internal import Contract
package import HTTP
package import JSON
package import Signing
package import Tokens

/// Every way in which a request can fail, as the contract names them.
package enum Problem: Error, Equatable {
    case malformed(Malformation)
    case invalidRequest(Invalidity)
    case notAllowed(MissingGrant)
    case noSuchProfile
    /// None was named, and the caller may use these.
    case profileNotNamed(among: [String])
    case noSuchRoute
    case methodNotAllowed(allow: StaticText)
    case tooLarge(limit: Int)
    case keyChanged(KeyInUse)
    case rateLimited(Excess, retryAfter: Int)
    case noCredential(Lack)

    /// Of what a user has too much.
    package enum Excess: Equatable {
        case connections, requests
        /// Calls for many URLs, of which one is served at a time.
        case batches
        /// Requests that are not whole yet, or wait, and answers that are not read.
        case memory
    }
}

/// Why bytes are no request of ours at all.
package enum Malformation: Equatable {
    case http(HTTPError)
    case json(JSONError)
    case unknownMember(offset: Int, help: String)
    case memberTwice(offset: Int)
    case missing(StaticText)
    case missingAll(StaticText)
    case unknownParameter(help: String)
    case parameterTwice(StaticText)
    case together(StaticText, StaticText)
    case tooMany(StaticText, limit: Int)
    case emptyBody
    case unexpectedBody
    case unexpectedQuery
}

/// Why a well-formed request makes no sense.
package enum Invalidity: Equatable {
    case signing(SigningError)
    /// The same of one of many keys.
    case listedKey(Int, SigningError)
    case value(StaticText, mustBe: StaticText)
    case credential(CredentialError)
    case configuration(String)
}

/// Text known at compile time, comparable.
package struct StaticText: Equatable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    package let text: StaticString

    package init(stringLiteral text: StaticString) {
        self.text = text
    }

    package static func == (left: StaticText, right: StaticText) -> Bool {
        left.description == right.description
    }

    package var description: String { text.description }
}

extension Problem {
    package var status: HTTP.Status {
        switch self {
        case .malformed: .badRequest
        case .invalidRequest: .unprocessableContent
        case .notAllowed: .forbidden
        case .noSuchProfile, .profileNotNamed, .noSuchRoute: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .keyChanged: .conflict
        case .tooLarge: .contentTooLarge
        case .rateLimited: .tooManyRequests
        case .noCredential: .serviceUnavailable
        }
    }

    var name: ProblemName {
        switch self {
        case .malformed: .malformed
        case .invalidRequest: .invalidRequest
        case .notAllowed: .notAllowed
        case .noSuchProfile, .profileNotNamed: .noSuchProfile
        case .noSuchRoute: .noSuchRoute
        case .methodNotAllowed: .methodNotAllowed
        case .keyChanged: .keyChanged
        case .tooLarge: .tooLarge
        case .rateLimited: .rateLimited
        case .noCredential: .noCredential
        }
    }

    var title: StaticString {
        switch self {
        case .malformed: "The request cannot be read"
        case .invalidRequest(.configuration): "The configuration is not good, the old one stays"
        case .invalidRequest(.credential): "This credential cannot be used"
        case .invalidRequest(.value): "A value cannot be used"
        case .invalidRequest(.signing), .invalidRequest(.listedKey): "This cannot be signed"
        case .notAllowed: "The access rules do not grant this"
        case .noSuchProfile: "There is no such profile"
        case .profileNotNamed: "Name a profile"
        case .noSuchRoute: "There is no such route"
        case .methodNotAllowed: "This route has another method"
        case .keyChanged: "The string is made for another key"
        case .tooLarge: "The body is too large"
        case .rateLimited: "This is more than one user may have"
        case .noCredential(let lack) where lack.isOfRenewal: "The credential was not renewed"
        case .noCredential: "There is no usable credential now"
        }
    }

    /// One sentence for whoever wrote the request: where, and what to do.
    package var detail: String {
        switch self {
        case .malformed(let why): why.description
        case .invalidRequest(let why): why.description
        case .notAllowed(let missing): missing.description
        case .noSuchProfile: "name one of those that GET /v1/status on this socket lists"
        case .profileNotNamed(let names):
            "you may use \(names.count) (\(names.someOfThem)), and none is the default, "
                + "which DefaultProfile= would name"
        case .noSuchRoute:
            "GET /v1/openapi.json lists the routes; those for administration are on the admin socket"
        case .methodNotAllowed(let allow): "use \(allow)"
        case .keyChanged:
            "it names another key or token than the profile has now: make it again with accessKeyId and securityToken of this answer"
        case .tooLarge(let limit): "at most \(limit) bytes"
        case .rateLimited(.connections, let seconds):
            "close connections that are not needed, and try again in \(seconds) s"
        case .rateLimited(.requests, let seconds):
            "Rate= of the rules for this caller is used up; try again in \(seconds) s"
        case .rateLimited(.batches, let seconds):
            "other calls for many URLs are before this one; try again in \(seconds) s"
        case .rateLimited(.memory, let seconds):
            "read the answers that are there, and send whole requests; try again in \(seconds) s"
        case .noCredential(let lack): lack.description
        }
    }
}

extension [String] {
    /// Enough of them to see what they are.
    fileprivate var someOfThem: String {
        prefix(5).joined(separator: ", ") + (count > 5 ? ", …" : "")
    }
}

extension Malformation: CustomStringConvertible {
    package var description: String {
        switch self {
        case .http(let error): "not the HTTP that is read here: \(error)"
        case .json(let error): "not the JSON that is wanted here: \(error)"
        case .unknownMember(let offset, let help): "unknown member at byte \(offset) of the body\(help)"
        case .memberTwice(let offset): "the member at byte \(offset) of the body was there before"
        case .unknownParameter(let help): "unknown parameter in the query\(help)"
        case .parameterTwice(let name): "the query has \(name) twice"
        case .missing(let name): "the member \(name) is missing"
        case .missingAll(let names): "these members are missing: \(names)"
        case .together(let one, let other): "\(one) and \(other) exclude each other"
        case .tooMany(let name, let limit): "\(name): at most \(limit)"
        case .emptyBody: "the body must be a JSON object"
        case .unexpectedBody: "this route takes no body"
        case .unexpectedQuery: "this route takes no query; all that it wants to know stands in the body"
        }
    }
}

extension Invalidity: CustomStringConvertible {
    package var description: String {
        switch self {
        case .signing(let error): error.description
        // The sentence begins with the name of the member for one key.
        case .listedKey(let index, let error): "keys[\(index)]\(error.description.dropFirst(3))"
        case .value(let name, let wanted): "\(name): must be \(wanted)"
        case .credential(let error): error.descriptionOfDocument
        case .configuration(let problems): problems
        }
    }
}
