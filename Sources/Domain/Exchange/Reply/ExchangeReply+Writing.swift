package import Bytes
internal import JSON
internal import Time

extension ByteBuffer {
    /// The head of an answer: one line of JSON, behind which the raw bytes of the body follow.
    package mutating func append(headOf answer: ExchangeAnswer) {
        beginObject()
        member("status", answer.status)
        member("date", orNull: answer.date?.description)
        member("retryAfter", orNull: answer.retryAfter)
        member("length", answer.body.count)
        endObject()
        append(UInt8(ascii: "\n"))
    }

    /// All of a reply that is a failure.
    package mutating func append(_ failure: ExchangeFailure) {
        beginObject()
        member("failure", failure.kind.rawValue)
        member("message", failure.message)
        endObject()
        append(UInt8(ascii: "\n"))
    }
}
