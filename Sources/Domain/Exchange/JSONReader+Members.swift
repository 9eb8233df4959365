internal import JSON

extension JSONReader {
    /// The next member, which must be one of `Member` that has not come before.
    @_lifetime(self: copy self)
    mutating func nextMember<Member>(
        notIn seen: inout Set<Member>
    ) throws -> Member? where Member: RawRepresentable<String> {
        guard let name = try nextMember() else { return nil }
        guard let member = Member(rawValue: text(of: name)) else { throw ExchangeError.unknownMember }
        guard seen.insert(member).inserted else { throw ExchangeError.memberTwice }
        return member
    }

    /// An array of strings.
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
    /// What reading throws is JSON's error or ours.
    init(reading error: any Error) {
        switch error {
        case let error as JSONError: self = .json(error)
        case let error as ExchangeError: self = error
        default: preconditionFailure("reading throws nothing else")
        }
    }
}
