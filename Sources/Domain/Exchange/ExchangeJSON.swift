internal import Bytes
internal import JSON
internal import Time

extension JSONReader {
    /// Reads the name of the next member, which must be a case of `Member` and must not repeat.
    @_lifetime(self: copy self)
    mutating func nextMember<Member>(
        notIn seen: inout Set<Member>
    ) throws -> Member? where Member: RawRepresentable<String> {
        guard let name = try nextMember() else { return nil }
        guard let member = Member(rawValue: text(of: name)) else { throw ExchangeError.unknownMember }
        guard seen.insert(member).inserted else { throw ExchangeError.memberTwice }
        return member
    }

    /// Reads an array of strings.
    @_lifetime(self: copy self)
    mutating func texts(atMost limit: Int, else error: ExchangeError) throws -> [String] {
        var texts: [String] = []
        try beginArray()
        while try nextElement() {
            guard texts.count < limit else { throw error }
            texts.append(try text())
        }
        return texts
    }
}

extension ExchangeError {
    /// Converts an untyped error of a reader, which is one of these two.
    init(reading error: any Error) {
        switch error {
        case let error as JSONError: self = .json(error)
        case let error as ExchangeError: self = error
        default: preconditionFailure("readers throw nothing else")
        }
    }
}

extension Span<UInt8> {
    /// Reads the one line of a request; `nil`: its end has not arrived yet.
    func readLine<Request>(
        as read: (inout JSONReader) throws -> Request
    ) throws(ExchangeError) -> Request? {
        guard let end = try endOfRequest() else { return nil }
        do {
            var json = JSONReader(extracting(0..<end))
            let request = try read(&json)
            try json.end()
            return request
        } catch {
            throw ExchangeError(reading: error)
        }
    }

    private func endOfRequest() throws(ExchangeError) -> Int? {
        guard let end = firstIndex(of: UInt8(ascii: "\n")) else {
            guard count <= ExchangeLimit.requestBytes else { throw .tooLong }
            return nil
        }
        guard end <= ExchangeLimit.requestBytes else { throw .tooLong }
        guard end == count - 1 else { throw .trailingBytes }
        return end
    }
}

extension Timestamp {
    init(_ json: inout JSONReader) throws {
        guard let time = Timestamp(rfc3339: try json.text().utf8Span.span) else { throw ExchangeError.date }
        self = time
    }
}
