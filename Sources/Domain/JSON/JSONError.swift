/// Why a text is not the expected JSON, and where.
package struct JSONError: Error, Equatable, CustomStringConvertible {
    package enum Problem: Equatable, Sendable {
        case unexpectedEnd
        case unexpectedByte
        case badEscape
        case badNumber
        case controlCharacter
        case notUTF8
        case stringTooLong
        case tooDeep
        case trailingBytes
        case memberTwice
        case expected(JSONKind)
    }

    package let problem: Problem
    package let offset: Int

    package var description: String {
        "\(problem.sentence) at byte \(offset)"
    }
}

/// The kinds of JSON values.
package enum JSONKind: Equatable, Sendable {
    case object, array, string, number, boolean, null

    fileprivate var name: String {
        switch self {
        case .object: "an object"
        case .array: "an array"
        case .string: "a string"
        case .number: "a whole number"
        case .boolean: "true or false"
        case .null: "null"
        }
    }
}

extension JSONError.Problem {
    fileprivate var sentence: String {
        switch self {
        case .unexpectedEnd: "unexpected end"
        case .unexpectedByte: "unexpected character"
        case .badEscape: "unknown or broken escape"
        case .badNumber: "not a number that can be represented"
        case .controlCharacter: "control character in a string"
        case .notUTF8: "the text is not UTF-8"
        case .stringTooLong: "a string longer than \(JSONReader.longestString) bytes"
        case .tooDeep: "nested too deeply"
        case .trailingBytes: "something follows the value"
        case .memberTwice: "this member is there twice"
        case .expected(let kind): "expected \(kind.name)"
        }
    }
}
