internal import JSON

/// Where a program that knows nothing of the daemon finds its credential.
package struct AddressAnswer: Equatable, Sendable {
    /// `nil`: the daemon listens for no such programs.
    package private(set) var uri: String?

    package init(_ body: Span<UInt8>) throws(AnswerError) {
        do throws(JSONError) {
            var json = JSONReader(body)
            try json.beginObject()
            while let member = try json.nextMember() {
                switch json.text(of: member) {
                case "uri": uri = try json.textOrNull()
                default: try json.skipValue()
                }
            }
            try json.end()
        } catch {
            throw .json(error)
        }
    }
}
