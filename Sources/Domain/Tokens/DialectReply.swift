internal import Bytes
internal import JSON
internal import Text
package import Time

/// Reads the document of a server that hands out credentials, in whatever dialect it writes.
package struct DialectReply: ~Copyable {
    private let dialect: ReplyDialect
    private var text = ByteBuffer(capacity: 2_048)
    private var members = InlineArray<7, Range<Int>?>(repeating: nil)
    /// The test that the document does not pass, in words.
    private var failedTest: String?
    /// What makes the credential unusable, unless the whole is a refusal.
    private var problem: CredentialError?

    private init(_ dialect: ReplyDialect) {
        self.dialect = dialect
    }

    /// `assumedLife` stands in where the upstream names no expiration.
    package static func credential(
        in body: Span<UInt8>, as dialect: ReplyDialect, at now: Timestamp, assumedLife: Int?
    ) throws(CredentialError) -> ReceivedCredential {
        var reply = DialectReply(dialect)
        try reply.take(body, wanting: .keyID)
        return try reply.credential(at: now, assumedLife: assumedLife)
    }

    /// A signature, and the id of its key where the server tells it.
    static func signature(
        in body: Span<UInt8>, as dialect: ReplyDialect
    ) throws(CredentialError) -> (signature: String, keyID: String?) {
        var reply = DialectReply(dialect)
        try reply.take(body, wanting: .signature)
        let signature = reply.text[try reply.found(.signature)]
        return (String(copying: signature), reply[.keyID].map { String(copying: reply.text[$0]) })
    }

    /// Reads the document; throws what it says when it says no.
    private mutating func take(_ body: Span<UInt8>, wanting member: ReplyMember) throws(CredentialError) {
        do throws(JSONError) {
            try read(body)
        } catch {
            throw .notJSON(body, at: error.offset)
        }
        if let refusal = refusal(of: member) { throw refusal }
        if let problem { throw problem }
    }
}

extension DialectReply {
    private mutating func read(_ body: Span<UInt8>) throws(JSONError) {
        var json = JSONReader(body)
        try json.beginObject()
        for member in ReplyMember.allCases { members[member.rawValue] = try find(member, in: body) }
        for test in dialect.tests where failedTest == nil { failedTest = try failure(of: test, body) }
    }

    /// The first place that has something decides.
    private mutating func find(_ member: ReplyMember, in body: Span<UInt8>) throws(JSONError) -> Range<Int>? {
        for pointer in dialect.places(of: member) {
            guard let place = try place(at: pointer, of: member, in: body) else { continue }
            let value = body.extracting(place)
            if value.equals("null") || dialect.isLoose && value.equals("\"\"") { continue }
            if value[0] == UInt8(ascii: "\"") || member.mayBeNumber, let range = try take(value) {
                return range
            }
            note(.member(member.name), of: member)
        }
        return nil
    }

    /// Which of two members would be meant, nobody knows.
    private mutating func place(
        at pointer: JSONPointer, of member: ReplyMember?, in body: Span<UInt8>
    ) throws(JSONError) -> Range<Int>? {
        do throws(JSONError) {
            return try pointer.place(in: body)
        } catch {
            guard error.problem == .memberTwice else { throw error }
            note(.twice(member?.name ?? pointer.name), of: member)
            return nil
        }
    }

    /// What is only shown to people may be as it likes.
    private mutating func note(_ found: CredentialError, of member: ReplyMember?) {
        if problem == nil, member?.isExplanation != true { problem = found }
    }

    /// The text of a string, a number or a word; `nil` for what has an inside.
    private mutating func take(_ value: Span<UInt8>) throws(JSONError) -> Range<Int>? {
        var json = JSONReader(value)
        switch try json.peek() {
        case .string: return json.append(try json.string(), to: &text)
        case .array, .object: return nil
        case .number, .boolean, .null:
            text.append(value)
            return text.count - value.count..<text.count
        }
    }

    private mutating func failure(of test: ReplyTest, _ body: Span<UInt8>) throws(JSONError) -> String? {
        let name = test.pointer.name
        let absence = test.mayBeMissing ? nil : "no \(name)"
        guard let place = try place(at: test.pointer, of: nil, in: body) else { return absence }
        let value = body.extracting(place)
        if test.mayBeMissing, value.equals("null") { return absence }
        guard let range = try take(value) else {
            note(.member(name), of: nil)
            return absence
        }
        if text[range].equals(test.value.utf8Span.span) == test.isEqual { return nil }
        return "\(name) \(range.isEmpty ? "empty" : shown(range))"
    }
}

extension DialectReply {
    private func credential(at now: Timestamp, assumedLife: Int?) throws(CredentialError)
        -> ReceivedCredential
    {
        try ReceivedCredential(
            keyID: text[try found(.keyID)], secret: text[try found(.secret)],
            securityToken: text[try token()],
            expiration: try expiration(at: now, assumedLife: assumedLife))
    }

    private subscript(member: ReplyMember) -> Range<Int>? { members[member.rawValue] }

    private func found(_ member: ReplyMember) throws(CredentialError) -> Range<Int> {
        guard let range = self[member] else { throw .missing(member.name) }
        return range
    }

    /// Without its token a key of STS is worth nothing.
    private func token() throws(CredentialError) -> Range<Int> {
        if dialect.isLoose { return self[.token] ?? 0..<0 }
        let token = try found(.token)
        guard !token.isEmpty else { throw .member(ReplyMember.token.name) }
        return token
    }

    private func expiration(at now: Timestamp, assumedLife: Int?) throws(CredentialError) -> Timestamp {
        guard let range = self[.expiration] else {
            guard let assumedLife else { throw .missing(ReplyMember.expiration.name) }
            return now + Int64(assumedLife)
        }
        guard let time = Timestamp(expiration: text[range]) else { throw .expiration }
        return time
    }

    /// What the server says when it says no.
    private func refusal(of member: ReplyMember) -> CredentialError? {
        let code = self[.errorCode].flatMap { $0.isEmpty ? nil : shown($0) }
        guard failedTest != nil || code != nil && self[member] == nil else { return nil }
        return .refused(code: code ?? failedTest ?? "", message: self[.errorMessage].map { shown($0) } ?? "")
    }

    /// For the operator's log: bounded, and on one line.
    private func shown(_ range: Range<Int>) -> String {
        String(copying: text[range].extracting(first: min(range.count, 200))).onOneLine
    }
}

extension ReplyMember {
    fileprivate var mayBeNumber: Bool { self == .expiration || isExplanation }
    fileprivate var isExplanation: Bool { self == .errorCode || self == .errorMessage }
}

extension JSONPointer {
    /// As messages name the place.
    fileprivate var name: String { String(text.dropFirst()) }
}
