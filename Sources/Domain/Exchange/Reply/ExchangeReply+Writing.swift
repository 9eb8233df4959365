package import Bytes
internal import JSON
internal import Time

extension ByteBuffer {
    /// The head of an answer: one line of JSON, behind which the raw bytes of the body follow.
    package mutating func append(headOf answer: ExchangeAnswer) {
        beginObject()
        name("status")
        value(answer.status)
        name("date")
        if let date = answer.date { value(date.description) } else { null() }
        name("retryAfter")
        if let retryAfter = answer.retryAfter { value(retryAfter) } else { null() }
        name("length")
        value(answer.body.count)
        endObject()
        append(UInt8(ascii: "\n"))
    }

    /// All of a reply that is a failure.
    package mutating func append(_ failure: ExchangeFailure) {
        beginObject()
        name("failure")
        value(failure.kind.rawValue)
        name("message")
        value(failure.message)
        endObject()
        append(UInt8(ascii: "\n"))
    }
}
