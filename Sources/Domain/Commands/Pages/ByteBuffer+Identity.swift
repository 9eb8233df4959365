package import Bytes
internal import JSON

extension ByteBuffer {
    /// Appends what the daemon answered, with the name of the user and the groups where it did not have to know them.
    package mutating func append(
        identity reply: Span<UInt8>, of answer: IdentityAnswer, named name: String?
    ) throws(AnswerError) {
        beginObject()
        try AnswerError.reading(reply) { member, json throws(JSONError) in
            self.name(member.utf8Span.span)
            let value = json.bytes(try json.skipValue())
            switch member {
            case "user" where answer.user == nil: self.value(orNull: name)
            case "groups" where answer.groups.isEmpty:
                beginArray()
                self.value(answer.groupNumber)
                endArray()
            default: append(value)
            }
        }
        endObject()
    }
}
