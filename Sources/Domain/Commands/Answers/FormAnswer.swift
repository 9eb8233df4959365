internal import JSON

/// A form that was signed.
package struct FormAnswer: DaemonAnswer, Equatable, Sendable {
    private(set) var url = ""
    private(set) var fields: [Field] = []
    private(set) var expiration = ""
    private(set) var limitedBy = ""
    private(set) var stringToSign: String?

    package init(_ body: Span<UInt8>) throws(AnswerError) {
        try AnswerError.reading(body) { name, json throws(JSONError) in
            switch name {
            case "url": url = try json.text()
            case "fields":
                try json.object { name, json throws(JSONError) in
                    fields.append(Field(name: name, value: try json.text()))
                }
            case "expiration": expiration = try json.text()
            case "limitedBy": limitedBy = try json.text()
            case "stringToSign": stringToSign = try json.text()
            default: try json.skipValue()
            }
        }
        guard !url.isEmpty else { throw .missing("url") }
        guard !fields.isEmpty else { throw .missing("fields") }
    }
}
