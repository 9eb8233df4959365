internal import Bytes
internal import JSON
internal import Signing
internal import Text

/// The part of a request's body that a problem is about.
package struct BodyPart: Equatable, Sendable, CustomStringConvertible {
    /// The part as a sentence names it.
    package let description: String
    /// The part as a JSON pointer (RFC 6901).
    package let pointer: String

    /// A longer name is no spelling mistake, and its pointer is not repeated.
    private static let longestName = 64

    /// A member of the body, by the name that the client sent.
    package init(_ name: String) {
        description = Quotation.shortened(name.utf8Span.span)
        pointer = BodyPart.pointer(to: name, in: "")
    }

    /// One element of an array.
    package init(_ array: String, _ index: Int) {
        description = "\(array)[\(index)]"
        pointer = "/\(array)/\(index)"
    }

    package init(header name: String) {
        description = "header \(Quotation.of(name))"
        pointer = BodyPart.pointer(to: name, in: "/headers")
    }

    package init(parameter name: String) {
        description = "parameter \(Quotation.of(name))"
        pointer = BodyPart.pointer(to: name, in: "/parameters")
    }

    private static func pointer(to name: String, in object: String) -> String {
        guard name.utf8.count <= longestName else { return object }
        return name.unicodeScalars.reduce(into: object + "/") { pointer, scalar in
            switch scalar {
            case "~": pointer += "~0"
            case "/": pointer += "~1"
            default: pointer.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Problem {
    /// An error of one part of the body, or a limit on all such parts together.
    init(_ error: SigningError, in part: @autoclosure () -> BodyPart) {
        switch error {
        case .tooManyHeaders, .tooManyParameters, .tooLong: self = .invalidRequest(.signing(error))
        default: self = .invalidRequest(.part(part(), error))
        }
    }

    /// Begins to read a body, which must be an object.
    static func reading(bodyOf json: inout JSONReader) throws(Problem) {
        do throws(JSONError) {
            try json.beginObject()
        } catch {
            if case .expected = error.problem { throw .malformed(.emptyBody) }
            throw .malformed(.json(error))
        }
    }

    /// Runs one step of a JSON reader and converts its error into a problem.
    static func reading<Value>(_ step: () throws(JSONError) -> Value) throws(Problem) -> Value {
        do throws(JSONError) {
            return try step()
        } catch {
            throw .malformed(.json(error))
        }
    }

    /// The same for the value of a part of the body.
    static func reading<Value>(
        _ part: BodyPart, mustBe wanted: StaticText, _ step: () throws(JSONError) -> Value
    ) throws(Problem) -> Value {
        do throws(JSONError) {
            return try step()
        } catch {
            throw .malformed(Malformation(error, in: part, mustBe: wanted))
        }
    }

    /// The same for a request that OSS would reject; `index`: the key of the step, if there are many.
    static func signing<Value>(
        key index: Int? = nil, _ step: () throws(SigningError) -> Value
    ) throws(Problem) -> Value {
        do throws(SigningError) {
            return try step()
        } catch {
            if let index, error.isOfKey { throw .invalidRequest(.part(BodyPart("keys", index), error)) }
            throw .invalidRequest(.signing(error))
        }
    }
}

extension Malformation {
    /// The value of a part is not of the wanted type, or is no JSON.
    init(_ error: JSONError, in part: @autoclosure () -> BodyPart, mustBe wanted: StaticText) {
        if case .expected = error.problem {
            self = .wrongType(part(), mustBe: wanted)
        } else {
            self = .json(error)
        }
    }
}
