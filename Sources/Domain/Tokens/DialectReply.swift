internal import Bytes
internal import JSON
internal import Text
package import Time

/// Reads the document of a server that hands out credentials, in the dialect of that server.
package struct DialectReply: ~Copyable {
    private let dialect: ReplyDialect
    private var text = ByteBuffer(capacity: 2_048)
    private var members = InlineArray<7, Range<Int>?>(repeating: nil)
    /// The first test that the document failed, for people.
    private var failedTest: String?
    /// The first unusable member; a refusal takes precedence.
    private var problem: CredentialError?

    private init(_ dialect: ReplyDialect) {
        self.dialect = dialect
    }

    /// `assumedLife` is used where the document has no expiration.
    package static func credential(
        in body: Span<UInt8>, as dialect: ReplyDialect, at now: Timestamp, assumedLife: Int?
    ) throws(CredentialError) -> ReceivedCredential {
        var reply = DialectReply(dialect)
        try reply.take(body, wanting: .keyID)
        return try reply.credential(in: body, at: now, assumedLife: assumedLife)
    }

    /// Returns a signature, and the id of its key where the document contains it.
    static func signature(
        in body: Span<UInt8>, as dialect: ReplyDialect
    ) throws(CredentialError) -> (signature: String, keyID: String?) {
        var reply = DialectReply(dialect)
        try reply.take(body, wanting: .signature)
        let signature = reply.text[try reply.found(.signature, in: body)]
        return (String(copying: signature), reply[.keyID].map { String(copying: reply.text[$0]) })
    }

    /// Reads the document; throws a refusal that it contains.
    private mutating func take(_ body: Span<UInt8>, wanting member: ReplyMember) throws(CredentialError) {
        try mapping(read(body)) { (error: JSONError) in CredentialError.notJSON(body, at: error.offset) }
        if let refusal = refusal(of: member) { throw refusal }
        if let problem { throw problem }
    }

    private mutating func read(_ body: Span<UInt8>) throws(JSONError) {
        var json = JSONReader(body)
        try json.beginObject()
        for member in ReplyMember.allCases { members[member.rawValue] = try find(member, in: body) }
        for test in dialect.tests where failedTest == nil { failedTest = try failure(of: test, body) }
    }

    /// Uses the first place that has a value.
    private mutating func find(_ member: ReplyMember, in body: Span<UInt8>) throws(JSONError) -> Range<Int>? {
        for pointer in dialect.places[member] ?? [] {
            guard let place = try place(at: pointer, of: member, in: body) else { continue }
            let value = body.extracting(place)
            if value.equals("null") || dialect.isLenient && value.equals("\"\"") { continue }
            if value[0] == UInt8(ascii: "\"") || member.mayBeNumber, let range = try take(value) {
                return range
            }
            note(.member(member.name, .notText), of: member)
        }
        return nil
    }

    /// Of two members with one name neither is used.
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

    /// Members that are only shown to people cannot make a document unusable.
    private mutating func note(_ found: CredentialError, of member: ReplyMember?) {
        if problem == nil, member?.isExplanation != true { problem = found }
    }

    /// Returns the text of a string, number or literal; `nil`: it is an array or object.
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
            note(.member(name, .notText), of: nil)
            return absence
        }
        if text[range].equals(test.value.utf8Span.span) == test.isEqual { return nil }
        return "\(name) \(range.isEmpty ? "empty" : shown(range))"
    }

    private func credential(
        in body: Span<UInt8>, at now: Timestamp, assumedLife: Int?
    ) throws(CredentialError) -> ReceivedCredential {
        try ReceivedCredential(
            keyID: text[try found(.keyID, in: body)], secret: text[try found(.secret, in: body)],
            securityToken: text[try token(in: body)],
            expiration: try expiration(in: body, at: now, assumedLife: assumedLife))
    }

    private subscript(member: ReplyMember) -> Range<Int>? { members[member.rawValue] }

    private func found(_ member: ReplyMember, in body: Span<UInt8>) throws(CredentialError) -> Range<Int> {
        guard let range = self[member] else { throw .missing(member.name, in: outline(of: body)) }
        return range
    }

    private func outline(of body: Span<UInt8>) -> AnswerOutline {
        let lost = ReplyMember.allCases.filter { self[$0] == nil }
        return AnswerOutline(of: body, seeking: dialect.canBeMapped ? lost : [])
    }

    /// A key of STS does not work without its token.
    private func token(in body: Span<UInt8>) throws(CredentialError) -> Range<Int> {
        if dialect.isLenient { return self[.token] ?? 0..<0 }
        let token = try found(.token, in: body)
        guard !token.isEmpty else { throw .longLivedKey }
        return token
    }

    private func expiration(
        in body: Span<UInt8>, at now: Timestamp, assumedLife: Int?
    ) throws(CredentialError) -> Timestamp {
        guard let range = self[.expiration] else {
            if let assumedLife { return now + Int64(assumedLife) }
            throw .missing(ReplyMember.expiration.name, in: outline(of: body))
        }
        guard let time = Timestamp(expiration: text[range]) else { throw .expiration(text[range]) }
        return time
    }

    /// The refusal that the document contains, if any.
    private func refusal(of member: ReplyMember) -> CredentialError? {
        let code = self[.errorCode].flatMap { $0.isEmpty ? nil : shown($0) }
        guard failedTest != nil || code != nil && self[member] == nil else { return nil }
        return .refused(code: code ?? failedTest ?? "", message: self[.errorMessage].map { shown($0) } ?? "")
    }

    /// The text for the log of the operator: bounded, and on one line.
    private func shown(_ range: Range<Int>) -> String {
        String(copying: text[range].extracting(first: min(range.count, 200))).onOneLine
    }
}

extension CredentialError {
    /// Shows the value only if it looks like a time, because a wrong `Map=` can name the place of a secret.
    fileprivate static func expiration(_ value: Span<UInt8>) -> CredentialError {
        var withZone = ByteBuffer(copying: value)
        withZone.append(UInt8(ascii: "Z"))
        let looksLikeTime = (1...40).contains(value.count) && value.isAll(in: .ofTimes)
        return .expiration(
            shown: looksLikeTime ? String(copying: value) : nil,
            lacksZone: looksLikeTime && Timestamp(rfc3339: withZone.span) != nil)
    }
}

extension ByteSet {
    fileprivate static var ofTimes: ByteSet {
        digits.with("T").with("Z").with(":").with(".").with("/").with("+").with("-").with(" ")
    }
}

extension ReplyMember {
    fileprivate var mayBeNumber: Bool { self == .expiration || isExplanation }
    fileprivate var isExplanation: Bool { self == .errorCode || self == .errorMessage }
}

extension JSONPointer {
    /// The name of the place in messages.
    fileprivate var name: String { String(text.dropFirst()) }
}

extension Timestamp {
    /// In seconds this would be the year 5138, in milliseconds it is 1973.
    private static let firstMilliseconds = 100_000_000_000

    /// Reads the expiration of a token: RFC 3339 with or without fraction and offset, or seconds or milliseconds since 1970.
    package init?(expiration text: Span<UInt8>) {
        guard let number = text.wholeNumber else {
            self.init(rfc3339: text)
            return
        }
        let seconds = number >= Timestamp.firstMilliseconds ? number / 1_000 : number
        self.init(secondsSince1970: Int64(seconds))
        guard Timestamp.representable.contains(self) else { return nil }
    }
}

extension Span<UInt8> {
    /// A number without sign and exponent; the digits after a decimal point are dropped.
    fileprivate var wholeNumber: Int? {
        let point = firstIndex(of: UInt8(ascii: ".")) ?? count
        for index in 0..<count where index != point && !self[index].isDigit { return nil }
        return extracting(first: point).decimalValue
    }
}
