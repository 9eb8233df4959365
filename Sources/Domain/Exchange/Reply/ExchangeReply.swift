package import Bytes
internal import JSON
internal import Text
package import Time

/// The result of an exchange.
package enum ExchangeReply: Equatable, Sendable {
    case answer(ExchangeAnswer)
    case failure(ExchangeFailure)

    /// Reads a reply with a body of at most `maximumBody` bytes; `nil`: its end has not arrived yet.
    package static func decode(
        _ input: Span<UInt8>, maximumBody: Int
    ) throws(ExchangeError) -> ExchangeReply? {
        guard let end = input.firstIndex(of: UInt8(ascii: "\n")) else {
            guard input.count <= ExchangeLimit.replyHeadBytes else { throw .tooLong }
            return nil
        }
        guard end <= ExchangeLimit.replyHeadBytes else { throw .tooLong }
        let head = try Head(input.extracting(0..<end))
        guard head.length <= maximumBody else { throw .length }
        let body = end + 1..<end + 1 + head.length
        guard input.count >= body.upperBound else { return nil }
        guard input.count == body.upperBound else { throw .trailingBytes }
        return head.reply(with: body)
    }
}

/// The answer of a server; the body is not copied, because it contains secrets.
package struct ExchangeAnswer: Equatable, Sendable {
    package let status: Int
    /// The time by the clock of the server.
    package let date: Timestamp?
    /// The seconds that the server wants to pass before another request.
    package let retryAfter: Int?
    /// The range of the body in its buffer.
    package let body: Range<Int>

    package init(status: Int, date: Timestamp?, retryAfter: Int?, body: Range<Int>) {
        self.status = status
        self.date = date
        self.retryAfter = retryAfter
        self.body = body
    }
}

/// Why an exchange has no answer.
package struct ExchangeFailure: Error, Equatable {
    package enum Kind: String, CaseIterable, Sendable {
        case network, dns, proxy, tls, timeout, tooLarge, refusedPlainHTTP, badRequest, secretFile
        /// No connection came about, so nothing was sent.
        case connect
        /// The login server refused.
        case login
        /// A command failed.
        case command
    }

    package let kind: Kind
    /// One short line for the operator, without the query of the URL, headers or bodies.
    package let message: String

    /// Truncates the message, and replaces characters that would end or forge a line by blanks.
    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message.onOneLine.cut(toBytes: ExchangeLimit.messageBytes)
    }
}

extension String {
    /// Truncates between characters.
    fileprivate func cut(toBytes limit: Int) -> String {
        var count = 0
        let rest = unicodeScalars.drop { scalar in
            count += UTF8.width(scalar)
            return count <= limit
        }
        return String(unicodeScalars[..<rest.startIndex])
    }
}

extension ByteBuffer {
    /// Appends the head of an answer: one line of JSON, which the raw bytes of the body follow.
    package mutating func append(headOf answer: ExchangeAnswer) {
        beginObject()
        member("status", answer.status)
        member("date", orNull: answer.date?.description)
        member("retryAfter", orNull: answer.retryAfter)
        member("length", answer.body.count)
        endObject()
        append(UInt8(ascii: "\n"))
    }

    /// Appends a complete reply that is a failure.
    package mutating func append(_ failure: ExchangeFailure) {
        beginObject()
        member("failure", failure.kind.rawValue)
        member("message", failure.message)
        endObject()
        append(UInt8(ascii: "\n"))
    }
}

/// The first line of a reply, with the members of an answer or those of a failure.
private struct Head {
    private enum Member: String { case status, date, retryAfter, length, failure, message }

    private static let answer: Set<Member> = [.status, .date, .retryAfter, .length]
    private static let failure: Set<Member> = [.failure, .message]

    private var seen: Set<Member> = []
    private var status = 0
    private var date: Timestamp?
    private var retryAfter: Int?
    private(set) var length = 0
    private var kind = ExchangeFailure.Kind.network
    private var message = ""

    init(_ line: Span<UInt8>) throws(ExchangeError) {
        do {
            var json = JSONReader(line)
            try json.beginObject()
            while let member = try json.nextMember(notIn: &seen) { try read(member, &json) }
            try json.end()
        } catch {
            throw ExchangeError(reading: error)
        }
        guard seen == Head.failure || seen == Head.answer else { throw .memberMissing }
    }

    private mutating func read(_ member: Member, _ json: inout JSONReader) throws {
        switch member {
        case .status: status = try json.integer(in: ExchangeLimit.statuses, else: .status)
        case .date: date = try json.takeNull() ? nil : try Timestamp(&json)
        case .retryAfter:
            retryAfter = try json.takeNull() ? nil : try json.integer(in: 0...Int.max, else: .retryAfter)
        case .length: length = try json.integer(in: 0...ExchangeLimit.responseBytes.upperBound, else: .length)
        case .failure: kind = try ExchangeFailure.Kind(&json)
        case .message: message = try json.text()
        }
    }

    func reply(with body: Range<Int>) -> ExchangeReply {
        if seen == Head.failure { return .failure(ExchangeFailure(kind, message)) }
        return .answer(ExchangeAnswer(status: status, date: date, retryAfter: retryAfter, body: body))
    }
}

extension ExchangeFailure.Kind {
    fileprivate init(_ json: inout JSONReader) throws {
        guard let kind = Self(rawValue: try json.text()) else { throw ExchangeError.failure }
        self = kind
    }
}

extension JSONReader {
    @_lifetime(self: copy self)
    fileprivate mutating func integer(in range: ClosedRange<Int>, else error: ExchangeError) throws -> Int {
        let number = try integer()
        guard range.contains(number) else { throw error }
        return number
    }
}

/// The `Retry-After` header (RFC 9110, 10.2.3), which contains seconds or a date.
package enum RetryAfter {
    /// The seconds to wait from `now`, by the clock of the server; `nil`: the value is invalid.
    package static func seconds(_ value: Span<UInt8>, now: Timestamp) -> Int? {
        if let seconds = value.trimmed.decimalValue { return seconds }
        return Timestamp(httpDate: value.trimmed).map { Int(max($0 - now, 0)) }
    }
}
