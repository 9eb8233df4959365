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
        fields = ResponseFields(status, contentType: "application/json", keepAlive: head?.keepAlive ?? false)
        fields.allow = allow
        self.code = code
        self.message = message
    }
}

extension ByteBuffer {
    mutating func append(_ reply: Reply, _ write: (inout ByteBuffer) -> Void) {
        let body = ResponseWriter.begin(reply.fields, into: &self)
        write(&self)
        ResponseWriter.finish(body, into: &self)
    }

    mutating func append(_ refusal: Refusal) {
        let body = ResponseWriter.begin(refusal.fields, into: &self)
        beginObject()
        member("StatusCode", String(refusal.fields.status.rawValue))
        member("ErrorCode", refusal.code)
        member("ErrorMessage", refusal.message)
        endObject()
        ResponseWriter.finish(body, into: &self)
    }
}
