internal import Bytes
internal import JSON
internal import Text

/// The members of a header or of claims; the same member twice is an error, since either could be meant.
struct JWTMembers {
    private static let maximumTexts = 1_000

    enum Value: Equatable {
        case text(String)
        case texts([String])
        /// Whole seconds.
        case number(Int)
        case other
    }

    /// By the bytes of their names: equality of texts would find a name with other bytes too.
    private var values: [[UInt8]: Value] = [:]

    init(_ document: Span<UInt8>) throws(JWTError) {
        var isTwice = false
        do throws(JSONError) {
            var json = JSONReader(document)
            try json.object { name, json throws(JSONError) in
                isTwice =
                    values.updateValue(try JWTMembers.value(&json), forKey: Array(name.utf8)) != nil
                    || isTwice
            }
            try json.end()
        } catch {
            throw .malformed
        }
        guard !isTwice else { throw .malformed }
    }

    static func value(_ json: inout JSONReader) throws(JSONError) -> Value {
        switch try json.peek() {
        case .string: return .text(try json.text())
        case .number: return number(json.bytes(try json.number()))
        case .array:
            return try texts(&json).map { .texts($0) } ?? .other
        default:
            _ = try json.skipValue()
            return .other
        }
    }

    /// A fraction of a second is dropped (RFC 7519, 2 allows it); with an exponent the digits before it are another number.
    private static func number(_ digits: Span<UInt8>) -> Value {
        guard digits.firstIndex(of: UInt8(ascii: "e")) == nil, digits.firstIndex(of: UInt8(ascii: "E")) == nil
        else { return .other }
        let end = digits.firstIndex(of: UInt8(ascii: ".")) ?? digits.count
        return digits.extracting(0..<end).decimalValue.map { .number($0) } ?? .other
    }

    private static func texts(_ json: inout JSONReader) throws(JSONError) -> [String]? {
        var texts: [String]? = []
        try json.beginArray()
        while try json.nextElement() {
            guard try json.peek() == .string, let count = texts?.count, count < maximumTexts else {
                texts = nil
                _ = try json.skipValue()
                continue
            }
            texts?.append(try json.text())
        }
        return texts
    }

    func value(_ name: String) -> Value? { values[Array(name.utf8)] }

    func has(_ name: String) -> Bool { value(name) != nil }

    func text(_ name: String) -> String? {
        if case .text(let text)? = value(name) { text } else { nil }
    }

    func number(_ name: String) -> Int? {
        if case .number(let number)? = value(name) { number } else { nil }
    }

    /// A list, or one text as a list of one.
    static func texts(_ value: Value?) -> [String] {
        switch value {
        case .text(let text): [text]
        case .texts(let texts): texts
        case .number, .other, nil: []
        }
    }
}
