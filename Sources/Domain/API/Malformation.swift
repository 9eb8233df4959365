package import HTTP
package import JSON
package import Signing
internal import Text
package import Tokens

/// The reason why a request cannot be parsed.
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

    /// Suggests the nearest known member, or else lists the known ones.
    static func unknownMember(_ name: String, among known: [String]) -> Malformation {
        .unknownMember(BodyPart(name), help: help(on: name, among: known))
    }

    static func unknownParameter(_ name: String, among known: [String]) -> Malformation {
        .unknownParameter(help: help(on: name, among: known))
    }

    private static func help(on name: String, among known: [String]) -> String {
        let nearest = Suggestion.nearest(to: name, among: known)
        return nearest.map { ", did you mean '\($0)'?" } ?? "; known are \(known.joined(separator: ", "))"
    }
}

/// The reason why a well-formed request is invalid.
package enum Invalidity: Equatable {
    case signing(SigningError)
    /// The same for one part of the body, which the sentence names in place of the member.
    case part(BodyPart, SigningError)
    /// The same for something within a text that the body contains as a whole.
    case within(BodyPart, SigningError)
    case value(StaticText, mustBe: StaticText)
    /// The same for a query parameter or a header.
    case field(StaticText, mustBe: StaticText)
    /// The profile cannot serve this request; one sentence.
    case profile(String)
    case unknownUser(String)
    case credential(CredentialError)
    case configuration(String)
}

/// A text known at compile time that can be compared.
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

extension Malformation: CustomStringConvertible {
    package var description: String {
        switch self {
        case .http(let error): "invalid HTTP request: \(error)"
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
        case .unexpectedQuery: "this route takes no query; send all parameters in the body"
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
