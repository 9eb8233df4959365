internal import Bytes
internal import Text

/// The part of a request's body that a problem is about.
package struct BodyPart: Equatable, Sendable, CustomStringConvertible {
    /// As a sentence names it.
    package let description: String
    /// The same as a JSON pointer (RFC 6901).
    package let pointer: String

    /// A longer name is no slip of the pen, and its pointer is not repeated.
    private static let longestName = 64

    /// A member of the body, by a name that the client wrote.
    package init(_ name: String) {
        description = Quotation.shortened(name.utf8Span.span)
        pointer = BodyPart.pointer(to: name, in: "")
    }

    init(_ member: Member) {
        description = member.name
        pointer = "/\(member.name)"
    }

    /// A member with its value, which a person looks for.
    init(_ member: Member, _ value: Span<UInt8>) {
        description = "\(member.name) \(Quotation.of(value))"
        pointer = "/\(member.name)"
    }

    /// One of the elements of an array.
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
