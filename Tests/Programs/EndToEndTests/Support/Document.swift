import JSON
import Time

/// A JSON document, for looking into it.
indirect enum Document: Equatable {
    case object([String: Document])
    case array([Document])
    case text(String)
    case number(Int)
    case boolean(Bool)
    case null
    /// Also where nothing is.
    case invalid

    init(_ text: String) {
        var json = JSONReader(text.utf8Span.span)
        self = (try? Document(&json)) ?? .invalid
    }

    private init(_ json: inout JSONReader) throws(JSONError) {
        switch try json.peek() {
        case .object: self = .object(try Document.members(&json))
        case .array: self = .array(try Document.elements(&json))
        case .string: self = .text(json.text(of: try json.string()))
        case .number: self = .number(try json.integer())
        case .boolean: self = .boolean(try json.boolean())
        case .null: self = try json.takeNull() ? .null : .invalid
        }
    }

    private static func members(_ json: inout JSONReader) throws(JSONError) -> [String: Document] {
        var members: [String: Document] = [:]
        try json.beginObject()
        while let name = try json.nextMember() {
            let key = json.text(of: name)
            members[key] = try Document(&json)
        }
        return members
    }

    private static func elements(_ json: inout JSONReader) throws(JSONError) -> [Document] {
        var elements: [Document] = []
        try json.beginArray()
        while try json.nextElement() { elements.append(try Document(&json)) }
        return elements
    }
}

extension Document {
    subscript(name: String) -> Document {
        guard case .object(let members) = self else { return .invalid }
        return members[name] ?? .invalid
    }

    var text: String {
        guard case .text(let text) = self else { return "" }
        return text
    }

    var number: Int? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    /// In seconds since 1970.
    var time: Int64? {
        let text = text
        return Timestamp(rfc3339: text.utf8Span.span)?.secondsSince1970
    }

    var elements: [Document] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    var members: [String: Document] {
        guard case .object(let members) = self else { return [:] }
        return members
    }
}
