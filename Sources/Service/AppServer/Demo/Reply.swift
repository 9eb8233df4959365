internal import Bytes
internal import HTTP
internal import JSON

/// What goes before the body of an answer.
struct Reply {
    var fields: ResponseFields

    init(_ status: Status, _ head: RequestHead, contentType: StaticString = "application/json") {
        fields = ResponseFields(status, contentType: contentType, keepAlive: head.keepAlive)
    }
}

/// An error in the dialect of the seed: `{"StatusCode":"404","ErrorCode":…,"ErrorMessage":…}`.
struct Refusal {
    var fields: ResponseFields
    let code: StaticString
    let message: String

    /// Without a request the connection ends.
    init(
        _ status: Status, _ head: RequestHead?, _ code: StaticString, _ message: String,
        allow: StaticString? = nil
    ) {
        fields = ResponseFields(status, keepAlive: head?.keepAlive ?? false)
        fields.allow = allow
        self.code = code
        self.message = message
    }
}

extension ByteBuffer {
    mutating func append(_ reply: Reply, _ write: (inout ByteBuffer) -> Void) {
        ResponseWriter.write(reply.fields, into: &self, write)
    }

    mutating func append(_ refusal: Refusal) {
        ResponseWriter.write(refusal.fields, into: &self) { own in
            own.beginObject()
            own.member("StatusCode", String(refusal.fields.status.rawValue))
            own.member("ErrorCode", refusal.code)
            own.member("ErrorMessage", refusal.message)
            own.endObject()
        }
    }
}
