internal import JSON

/// A form that was signed.
package struct FormAnswer: Equatable, Sendable {
    private(set) var url = ""
    private(set) var fields: [Field] = []
    private(set) var expiration = ""
    private(set) var limitedBy = ""
    private(set) var stringToSign: String?

    package init(_ body: Span<UInt8>) throws(AnswerError) {
        do throws(JSONError) {
            var json = JSONReader(body)
            try read(&json)
            try json.end()
        } catch {
            throw .json(error)
        }
        guard !url.isEmpty else { throw .missing("url") }
        guard !fields.isEmpty else { throw .missing("fields") }
    }

    private mutating func read(_ json: inout JSONReader) throws(JSONError) {
        try json.beginObject()
        while let member = try json.nextMember() {
            switch json.text(of: member) {
            case "url": url = try json.text()
            case "fields":
                try json.beginObject()
                while let name = try json.nextMember() {
                    let name = json.text(of: name)
                    fields.append(Field(name: name, value: try json.text()))
                }
            case "expiration": expiration = try json.text()
            case "limitedBy": limitedBy = try json.text()
            case "stringToSign": stringToSign = try json.text()
            default: try json.skipValue()
            }
        }
    }
}
