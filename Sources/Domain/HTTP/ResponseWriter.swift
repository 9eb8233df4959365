package import Bytes
internal import Text

/// The fields of the head of an answer.
package struct ResponseFields: Sendable {
    package var status: Status
    package var contentType: StaticString
    package var keepAlive: Bool
    /// The methods that the route supports; RFC 9110, 15.5.6 requires them with 405.
    package var allow: StaticString?
    /// The seconds after which the client may retry.
    package var retryAfter: Int?

    /// Nearly all answers are JSON.
    package init(_ status: Status, contentType: StaticString = "application/json", keepAlive: Bool) {
        self.status = status
        self.contentType = contentType
        self.keepAlive = keepAlive
    }
}

/// Appends answers to the output buffer of a connection.
///
/// Answers have no `Date` (RFC 9110, 6.6.1): it gives a cache on another machine their age, and a local service has neither.
package enum ResponseWriter {
    /// Writes a whole answer.
    package static func write(
        _ fields: ResponseFields, into output: inout ByteBuffer, _ appendBody: (inout ByteBuffer) -> Void
    ) {
        let body = begin(fields, into: &output)
        appendBody(&output)
        finish(body, into: &output)
    }

    /// Writes a whole answer with one more header.
    package static func write(
        _ fields: ResponseFields, _ header: StaticString, _ value: Int, into output: inout ByteBuffer,
        _ appendBody: (inout ByteBuffer) -> Void
    ) {
        let append: (inout ByteBuffer) -> Void = { output in
            output.append(header)
            output.append(": ")
            output.append(decimal: value)
            output.append("\r\n")
        }
        write(fields, into: &output, headers: append, appendBody)
    }

    /// Writes a whole answer with the lines of further headers.
    package static func write(
        _ fields: ResponseFields, into output: inout ByteBuffer,
        headers appendHeaders: (inout ByteBuffer) -> Void,
        _ appendBody: (inout ByteBuffer) -> Void
    ) {
        let body = begin(fields, into: &output, headers: appendHeaders)
        appendBody(&output)
        finish(body, into: &output)
    }

    /// Writes the head with the lines of further headers; then append the body to `output`, and `finish`.
    package static func begin(
        _ fields: ResponseFields, into output: inout ByteBuffer,
        headers appendHeaders: (inout ByteBuffer) -> Void
    ) -> BodyMark {
        append(fields, to: &output)
        appendHeaders(&output)
        return output.beginBody()
    }

    /// Writes the head; then append the body to `output`, and `finish`.
    package static func begin(_ fields: ResponseFields, into output: inout ByteBuffer) -> BodyMark {
        append(fields, to: &output)
        return output.beginBody()
    }

    package static func finish(_ body: consuming BodyMark, into output: inout ByteBuffer) {
        // After an answer of JSON, the prompt of a terminal begins a line of its own.
        if output.count > body.start, output[output.count - 1] == UInt8(ascii: "}") {
            output.append(.lineFeed)
        }
        output.finishBody(body)
    }

    /// Writes the head of an answer of unknown length: a stream of events.
    ///
    /// Chunks let the client distinguish the end of the stream from a lost connection; without them the end of the
    /// connection ends the body.
    package static func beginStream(
        _ status: Status, contentType: StaticString, isChunked: Bool, into output: inout ByteBuffer
    ) {
        append(ResponseFields(status, contentType: contentType, keepAlive: false), to: &output)
        if isChunked { output.append("Transfer-Encoding: chunked\r\n") }
        output.append("\r\n")
    }

    /// Writes an answer without a body; with 204 it must not have a length either (RFC 9110, 8.6).
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

    /// Begins a chunk; then append the content to `output`, and `finish`.
    package static func beginChunk(into output: inout ByteBuffer) -> ChunkMark {
        output.append("00000000\r\n")
        return ChunkMark(start: output.count)
    }

    /// Removes a chunk without content, because it would end the stream.
    package static func finish(_ chunk: consuming ChunkMark, into output: inout ByteBuffer) {
        var rest = output.count - chunk.start
        precondition(rest <= UInt32.max)
        guard rest > 0 else { return output.truncate(to: chunk.start - 10) }
        var index = chunk.start - 3
        while rest > 0 {
            output[index] = UInt8(rest & 0xF).hexadecimalDigit
            rest >>= 4
            index -= 1
        }
        output.append("\r\n")
    }

    /// Ends the stream after the last chunk.
    package static func endStream(into output: inout ByteBuffer) {
        output.append("0\r\n\r\n")
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

/// A chunk of a body of unknown length (RFC 9112, 7.1), while it is written.
///
/// Its size has eight digits with leading zeroes, so that `finish` can fill them in without moving the content.
package struct ChunkMark: ~Copyable {
    /// The position of the content of the chunk in the buffer.
    package let start: Int
}

extension UInt8 {
    fileprivate var hexadecimalDigit: UInt8 {
        self < 10 ? UInt8(ascii: "0") + self : UInt8(ascii: "a") + self - 10
    }
}

/// A body that is being written after its head.
///
/// Its length is known only at the end, so the head reserves four digits for `Content-Length`, which fit answers with a token.
/// `finish` writes the number, and moves the body when the number is shorter or longer.
package struct BodyMark: ~Copyable {
    /// The position of the body in the output buffer.
    package let start: Int
}

extension ByteBuffer {
    private static var lengthDigits: Int { 4 }
    private static var endOfHead: Int { 4 }

    mutating func beginBody() -> BodyMark {
        append("Content-Length: 0000\r\n\r\n")
        return BodyMark(start: count)
    }

    mutating func finishBody(_ body: consuming BodyMark) {
        var rest = count - body.start
        let place = body.start - ByteBuffer.endOfHead - ByteBuffer.lengthDigits
        let digits = ByteBuffer.digits(in: rest)
        if digits != ByteBuffer.lengthDigits { resize(place..<place + ByteBuffer.lengthDigits, to: digits) }
        for index in (place..<place + digits).reversed() {
            self[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
    }

    private static func digits(in number: Int) -> Int {
        var digits = 1
        var limit = 10
        while number >= limit {
            digits += 1
            limit *= 10
        }
        return digits
    }
}
