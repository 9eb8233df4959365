package import Bytes
internal import Text

/// What the head of an answer says.
package struct ResponseFields: Sendable {
    package var status: Status
    package var contentType: StaticString
    package var keepAlive: Bool
    /// The methods that the route knows; RFC 9110, 15.5.6 demands them with 405.
    package var allow: StaticString?
    /// After how many seconds the client may try again.
    package var retryAfter: Int?

    /// Nearly all answers are JSON.
    package init(_ status: Status, contentType: StaticString = "application/json", keepAlive: Bool) {
        self.status = status
        self.contentType = contentType
        self.keepAlive = keepAlive
    }
}

/// Writes answers behind whatever a connection's output buffer holds already.
///
/// Without `Date` (RFC 9110, 6.6.1): it tells a cache on another machine the age of an answer, and here is neither.
package enum ResponseWriter {
    /// Writes a whole answer.
    package static func write(
        _ fields: ResponseFields, into output: inout ByteBuffer, _ appendBody: (inout ByteBuffer) -> Void
    ) {
        let body = begin(fields, into: &output)
        appendBody(&output)
        finish(body, into: &output)
    }

    /// Writes the head; then append the body to `output`, and `finish`.
    package static func begin(_ fields: ResponseFields, into output: inout ByteBuffer) -> BodyMark {
        append(fields, to: &output)
        return output.beginBody()
    }

    package static func finish(_ body: consuming BodyMark, into output: inout ByteBuffer) {
        output.finishBody(body)
    }

    /// Writes the head of an answer whose length nobody knows: a stream of events.
    ///
    /// In chunks the client can tell the end from a breach; without them the body ends with the connection.
    package static func beginStream(
        _ status: Status, contentType: StaticString, isChunked: Bool, into output: inout ByteBuffer
    ) {
        append(ResponseFields(status, contentType: contentType, keepAlive: false), to: &output)
        if isChunked { output.append("Transfer-Encoding: chunked\r\n") }
        output.append("\r\n")
    }

    /// Writes an answer without a body; with 204 there must not even be a length (RFC 9110, 8.6).
    package static func writeEmpty(_ status: Status, keepAlive: Bool, into output: inout ByteBuffer) {
        output.append(statusLine: status)
        if !keepAlive { output.append("Connection: close\r\n") }
        if status.allowsContent { output.append("Content-Length: 0\r\n") }
        output.append("\r\n")
    }

    /// Tells a client that `expectsContinue` to send its body.
    package static func writeContinue(into output: inout ByteBuffer) {
        output.append("HTTP/1.1 100 Continue\r\n\r\n")
    }

    private static func append(_ fields: ResponseFields, to output: inout ByteBuffer) {
        output.append(statusLine: fields.status)
        output.append("Content-Type: ")
        output.append(fields.contentType)
        output.append("\r\n")
        if !fields.keepAlive { output.append("Connection: close\r\n") }
        if let allow = fields.allow {
            output.append("Allow: ")
            output.append(allow)
            output.append("\r\n")
        }
        if let retryAfter = fields.retryAfter {
            output.append("Retry-After: ")
            output.append(decimal: max(retryAfter, 0))
            output.append("\r\n")
        }
    }
}

extension ByteBuffer {
    fileprivate mutating func append(statusLine status: Status) {
        if case .ok = status { return append("HTTP/1.1 200 OK\r\n") }
        append("HTTP/1.1 ")
        append(decimal: status.rawValue)
        append(.space)
        append(status.reason)
        append("\r\n")
    }
}
