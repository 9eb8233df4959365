internal import Bytes
internal import JSON
internal import Time

extension ExchangeReply {
    /// Reads the reply that `input` is or begins; `nil`: more bytes must come.
    ///
    /// `maximumBody` is the size that the request allowed.
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

/// The first line of a reply, whose members are those of an answer or those of a failure.
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

extension Timestamp {
    fileprivate init(_ json: inout JSONReader) throws {
        guard let time = Timestamp(rfc3339: try json.text().utf8Span.span) else { throw ExchangeError.date }
        self = time
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
