internal import Bytes
internal import JSON
internal import Text
package import Time

/// Reads the document of an AppServer: `{"StatusCode":200,"AccessKeyId":…,"AccessKeySecret":…,"SecurityToken":…,
/// "Expiration":…}`, or its refusal with `ErrorCode` and `ErrorMessage`.
package struct AppServerReply: ~Copyable {
    private var text = ByteBuffer(capacity: 2_048)
    private var statusCode: Int?
    private var members = InlineArray<6, Range<Int>?>(repeating: nil)

    private enum Member: Int, CaseIterable {
        case keyID
        case secret
        case token
        case expiration
        case errorCode
        case errorMessage

        var name: StaticString {
            switch self {
            case .keyID: "AccessKeyId"
            case .secret: "AccessKeySecret"
            case .token: "SecurityToken"
            case .expiration: "Expiration"
            case .errorCode: "ErrorCode"
            case .errorMessage: "ErrorMessage"
            }
        }
    }

    /// `assumedLife` stands in where the upstream names no expiration.
    package static func credential(
        in body: Span<UInt8>, at now: Timestamp, assumedLife: Int?
    ) throws(CredentialError) -> ReceivedCredential {
        var reply = AppServerReply()
        defer { reply.text.wipe() }
        do {
            try reply.read(body)
        } catch {
            throw .notJSON(offset: error.offset)
        }
        return try reply.credential(at: now, assumedLife: assumedLife)
    }
}

extension AppServerReply {
    private mutating func read(_ body: Span<UInt8>) throws(JSONError) {
        var json = JSONReader(body)
        try json.beginObject()
        while let name = try json.nextMember() {
            if json.matches(name, "StatusCode") {
                statusCode = try readStatus(&json)
            } else if let member = Member.allCases.first(where: { json.matches(name, $0.name) }),
                try json.peek() == .string
            {
                members[member.rawValue] = json.append(try json.string(), to: &text)
            } else {
                try json.skipValue()
            }
        }
        try json.end()
    }

    /// The official sample writes the status as a string, the documents as a number: both are understood.
    ///
    /// What is no number is no success.
    private mutating func readStatus(_ json: inout JSONReader) throws(JSONError) -> Int {
        guard try json.peek() == .string else { return try json.integer() }
        let range = json.append(try json.string(), to: &text)
        return text[range].decimalValue ?? 0
    }

    private func credential(at now: Timestamp, assumedLife: Int?) throws(CredentialError) -> ReceivedCredential {
        if let statusCode, statusCode != 200 { throw refusal }
        if members[Member.errorCode.rawValue] != nil, members[Member.keyID.rawValue] == nil { throw refusal }
        return try ReceivedCredential(
            keyID: text[try found(.keyID)], secret: text[try found(.secret)], securityToken: text[try found(.token)],
            expiration: try expiration(at: now, assumedLife: assumedLife))
    }

    private func found(_ member: Member) throws(CredentialError) -> Range<Int> {
        guard let range = members[member.rawValue] else { throw .missing(member.name.description) }
        return range
    }

    private func expiration(at now: Timestamp, assumedLife: Int?) throws(CredentialError) -> Timestamp {
        guard let range = members[Member.expiration.rawValue] else {
            guard let assumedLife else { throw .missing("Expiration") }
            return now + Int64(assumedLife)
        }
        guard let time = Timestamp(rfc3339: text[range]) else { throw .expirationImplausible }
        return time
    }

    /// Code and message are for the operator's log: bounded, on one line.
    private var refusal: CredentialError {
        .refused(
            code: shown(.errorCode) ?? "StatusCode \(statusCode ?? 0)", message: shown(.errorMessage) ?? "")
    }

    private func shown(_ member: Member) -> String? {
        guard let range = members[member.rawValue] else { return nil }
        return String(copying: text[range].extracting(first: min(range.count, 200))).replacingControls
    }
}

extension String {
    fileprivate var replacingControls: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
    }
}
