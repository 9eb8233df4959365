package import Access
internal import Contract
package import HTTP
package import JSON
package import Signing
internal import Text
package import Tokens

/// Every way in which a request can fail, as the contract names them.
package enum Problem: Error, Equatable {
    case malformed(Malformation)
    case invalidRequest(Invalidity)
    case notAllowed(Refusal)
    /// With the name that was asked for, where there was one, and those that the caller may use.
    case noSuchProfile(named: String? = nil, among: [String] = [])
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
        case connections
        /// Of the rule that grants the request again first.
        case requests(rule: String, rate: Rate?)
        /// Calls for many URLs, of which one is served at a time.
        case batches
        /// Requests that are not whole yet, or wait, and answers that are not read.
        case memory
        /// Not of the user, but of all: what is lacking is the daemon's.
        case descriptors
    }
}

/// Why bytes are no request of ours at all.
package enum Malformation: Equatable {
    case http(HTTPError)
    case json(JSONError)
    case wrongType(BodyPart, mustBe: StaticText)
    case unknownMember(BodyPart, help: String)
    case memberTwice(BodyPart)
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
    /// The same of one part of the body, which the sentence names in the place of its member.
    case part(BodyPart, SigningError)
    /// The same of something within a text that the body has as a whole.
    case within(BodyPart, SigningError)
    case value(StaticText, mustBe: StaticText)
    /// The same of a parameter of the query, or a header.
    case field(StaticText, mustBe: StaticText)
    /// A request that this profile cannot serve, in one sentence.
    case profile(String)
    case unknownUser(String)
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
        case .invalidRequest(.value), .invalidRequest(.field), .invalidRequest(.unknownUser):
            "A value cannot be used"
        case .invalidRequest(.profile): "This profile cannot do that"
        case .invalidRequest(.signing), .invalidRequest(.part), .invalidRequest(.within):
            "This cannot be signed"
        case .notAllowed: "The access rules do not grant this"
        case .noSuchProfile: "Unknown profile"
        case .profileNotNamed: "Name a profile"
        case .noSuchRoute: "There is no such route"
        case .methodNotAllowed: "Method not allowed"
        case .keyChanged: "The string is made for another key"
        case .tooLarge: "The body is too large"
        case .rateLimited(.descriptors, _): "The daemon has no descriptors left for this"
        case .rateLimited: "A limit of this user is reached"
        case .noCredential(let lack) where lack.isOfRenewal: "The credential was not renewed"
        case .noCredential: "There is no usable credential"
        }
    }

    /// One sentence for whoever wrote the request: where, and what to do.
    package var detail: String {
        switch self {
        case .malformed(let why): why.description
        case .invalidRequest(let why): why.description
        case .notAllowed(let refusal): refusal.description
        case .noSuchProfile(let name, let usable):
            "\(name.map { "unknown profile \(Quotation.of($0))" } ?? "no profile is named")"
                + (usable.isEmpty ? "; you may use none" : " (you may use: \(usable.someOfThem))")
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
        case .rateLimited(.requests(let rule, let rate), let seconds):
            "[Access \(rule)]: Rate=\(rate.map(\.description) ?? "") is used up; try again in \(seconds) s"
        case .rateLimited(.batches, let seconds):
            "other calls for many URLs are before this one; try again in \(seconds) s"
        case .rateLimited(.memory, let seconds):
            "read the answers that are there, and send whole requests; try again in \(seconds) s"
        case .rateLimited(.descriptors, let seconds):
            "the caller could not be looked up; try again in \(seconds) s"
        case .noCredential(let lack): lack.description
        }
    }
}

extension [String] {
    /// Enough of them to see what they are.
    fileprivate var someOfThem: String {
        prefix(20).joined(separator: ", ") + (count > 20 ? ", …" : "")
    }
}

extension Malformation: CustomStringConvertible {
    package var description: String {
        switch self {
        case .http(let error): "not the HTTP that is read here: \(error)"
        case .json(let error): "invalid JSON: \(error)"
        case .wrongType(let part, let wanted): "\(part): must be \(wanted)"
        case .unknownMember(let part, let help): "unknown member '\(part)'\(help)"
        case .memberTwice(let part): "duplicate member '\(part)'"
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
        case .part(let part, let error): "\(part): \(error.reason)"
        case .within(let part, let error): "\(part): \(error)"
        case .value(let name, let wanted), .field(let name, let wanted): "\(name): must be \(wanted)"
        case .profile(let sentence): sentence
        case .unknownUser(let name): "no such user: \(Quotation.of(name))"
        case .credential(let error): error.descriptionOfDocument
        case .configuration(let problems): problems
        }
    }
}

extension Problem {
    /// The part of the body that is wrong, as a JSON pointer (RFC 6901), where it is one part.
    package var pointer: String? {
        switch self {
        case .malformed(.wrongType(let part, _)), .malformed(.unknownMember(let part, _)),
            .malformed(.memberTwice(let part)), .invalidRequest(.part(let part, _)),
            .invalidRequest(.within(let part, _)):
            part.pointer
        case .malformed(.tooMany(let name, _)), .invalidRequest(.value(let name, _)): "/\(name)"
        case .invalidRequest(.signing(.condition(let index))): "/conditions/\(index)"
        case .invalidRequest(.signing(let error)):
            error.isOfPresentMember ? error.member.map { "/\($0)" } : nil
        default: nil
        }
    }
}
