package import Bytes
internal import JSON

extension ByteBuffer {
    /// Appends what the daemon answered, with the fields that its policy demands and that only whoever asked knows.
    package mutating func append(signedForm reply: Span<UInt8>, for form: PostForm) throws(AnswerError) {
        beginObject()
        try AnswerError.reading(reply) { name, json throws(JSONError) in
            self.name(name.utf8Span.span)
            guard name == "fields" else { return append(json.bytes(try json.skipValue())) }
            beginObject()
            for field in form.fields { append(field) }
            try json.object { name, json throws(JSONError) in
                append(Field(name: name, value: try json.text()))
            }
            endObject()
        }
        endObject()
    }

    private mutating func append(_ field: Field) {
        name(field.name.utf8Span.span)
        value(field.value)
    }
}
