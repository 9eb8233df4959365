internal import Bytes
internal import JSON
package import Time

/// Reads the document of an AppServer: `{"StatusCode":200,"AccessKeyId":…,"AccessKeySecret":…,"SecurityToken":…,
/// "Expiration":…}`, or its refusal with `ErrorCode` and `ErrorMessage`.
package struct AppServerReply: ~Copyable {
    private var text = ByteBuffer(capacity: 2_048)
    private var members = InlineArray<7, Range<Int>?>(repeating: nil)
    /// What makes the credential unusable, unless the whole is a refusal.
    private var problem: CredentialError?

    /// `assumedLife` stands in where the upstream names no expiration.
    package static func credential(
        in body: Span<UInt8>, at now: Timestamp, assumedLife: Int?
    ) throws(CredentialError) -> ReceivedCredential {
        var reply = AppServerReply()
        defer { reply.text.wipe() }
        do {
            try reply.read(body)
        } catch {
            throw .notJSON(body, at: error.offset)
        }
        if let refusal = reply.refusal { throw refusal }
        if let problem = reply.problem { throw problem }
        return try reply.credential(at: now, assumedLife: assumedLife)
    }
}

private enum Member: Int, CaseIterable {
    case status
    case keyID
    case secret
    case token
    case expiration
    case errorCode
    case errorMessage

    var name: StaticString {
        switch self {
        case .status: "StatusCode"
        case .keyID: "AccessKeyId"
        case .secret: "AccessKeySecret"
        case .token: "SecurityToken"
        case .expiration: "Expiration"
        case .errorCode: "ErrorCode"
        case .errorMessage: "ErrorMessage"
        }
    }

    /// The official sample writes the status as a string, the documents as a number: both are understood.
    var mayBeNumber: Bool { self == .status || isExplanation }
    /// Only shown to people.
    var isExplanation: Bool { self == .errorCode || self == .errorMessage }
}

extension AppServerReply {
    private mutating func read(_ body: Span<UInt8>) throws(JSONError) {
        var json = JSONReader(body)
        try json.beginObject()
        while let name = try json.nextMember() {
            if let member = Member.allCases.first(where: { json.matches(name, $0.name) }) {
                try read(member, &json)
            } else {
                try json.skipValue()
            }
        }
        try json.end()
    }

    private mutating func read(_ member: Member, _ json: inout JSONReader) throws(JSONError) {
        // Which of the two belongs to the rest, nobody knows.
        if members[member.rawValue] != nil, !member.isExplanation {
            problem = .twice(member.name.description)
        }
        switch try json.peek() {
        case .string: members[member.rawValue] = json.append(try json.string(), to: &text)
        case .number where member.mayBeNumber: try copyNumber(of: member, &json)
        case .null: try json.skipValue()
        default:
            try json.skipValue()
            if !member.isExplanation { problem = .member(member.name.description) }
        }
    }

    private mutating func copyNumber(of member: Member, _ json: inout JSONReader) throws(JSONError) {
        let start = text.count
        text.append(json.bytes(try json.number()))
        members[member.rawValue] = start..<text.count
    }
}

extension AppServerReply {
    private func credential(at now: Timestamp, assumedLife: Int?) throws(CredentialError)
        -> ReceivedCredential
    {
        let token = text[try found(.token)]
        // Without its token a key of STS is worth nothing.
        guard !token.isEmpty else { throw .member(Member.token.name.description) }
        return try ReceivedCredential(
            keyID: text[try found(.keyID)], secret: text[try found(.secret)], securityToken: token,
            expiration: try expiration(at: now, assumedLife: assumedLife))
    }

    private func found(_ member: Member) throws(CredentialError) -> Range<Int> {
        guard let range = members[member.rawValue] else { throw .missing(member.name.description) }
        return range
    }

    private func expiration(at now: Timestamp, assumedLife: Int?) throws(CredentialError) -> Timestamp {
        guard let range = members[Member.expiration.rawValue] else {
            guard let assumedLife else { throw .missing(Member.expiration.name.description) }
            return now + Int64(assumedLife)
        }
        guard let time = Timestamp(rfc3339: text[range]) else { throw .expiration }
        return time
    }

    /// What the AppServer says when it says no: any status but 200, or an error where the key should be.
    private var refusal: CredentialError? {
        let code = shown(.errorCode)
        if let status = members[Member.status.rawValue] {
            guard !text[status].equals("200") else { return nil }
        } else {
            guard code != nil, members[Member.keyID.rawValue] == nil else { return nil }
        }
        return .refused(
            code: code ?? "StatusCode \(shown(.status) ?? "empty")", message: shown(.errorMessage) ?? "")
    }

    /// For the operator's log: bounded, and on one line.
    private func shown(_ member: Member) -> String? {
        guard let range = members[member.rawValue], !range.isEmpty else { return nil }
        return String(copying: text[range].extracting(first: min(range.count, 200))).onOneLine
    }
}
