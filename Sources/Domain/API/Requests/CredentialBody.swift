internal import Bytes
internal import JSON
internal import Text
package import Time
package import Tokens

/// The body of `PUT /v1/profiles/NAME/credentials`: the AppServer's document, held to the letter, because a person
/// writes it; but not against the present token, which he may have to correct.
package enum CredentialBody {
    package static func read(_ body: Span<UInt8>, at now: Timestamp) throws(Problem) -> ReceivedCredential {
        guard body.count > 0 else { throw .malformed(.emptyBody) }
        do throws(Problem) {
            try checkMembers(of: body)
        } catch {
            throw refusal(in: body, at: now) ?? error
        }
        do throws(CredentialError) {
            let received = try DialectReply.credential(in: body, as: .appServer, at: now, assumedLife: nil)
            try received.check(replacing: nil, at: now)
            return received
        } catch {
            throw .invalidRequest(.credential(error))
        }
    }

    /// What an AppServer says in the place of a token is worth more than that it is none.
    private static func refusal(in body: Span<UInt8>, at now: Timestamp) -> Problem? {
        do throws(CredentialError) {
            _ = try DialectReply.credential(in: body, as: .appServer, at: now, assumedLife: nil)
            return nil
        } catch {
            guard case .refused = error else { return nil }
            return .invalidRequest(.credential(error))
        }
    }

    private static let members: [StaticText] = [
        "AccessKeyId", "AccessKeySecret", "SecurityToken", "Expiration",
    ]

    /// An AppServer may send what it likes beside the members that count; here a typo must not go unseen.
    private static func checkMembers(of body: Span<UInt8>) throws(Problem) {
        var json = JSONReader(body)
        var seen: [Bool] = [false, false, false, false]
        var hasStatus = false
        try Problem.reading(bodyOf: &json)
        while let name = try Problem.reading({ () throws(JSONError) in try json.nextMember() }) {
            if json.matches(name, "StatusCode") {
                guard !hasStatus else { throw .malformed(.memberTwice(BodyPart("StatusCode"))) }
                hasStatus = true
                try Problem.reading(BodyPart("StatusCode"), mustBe: "a number") { () throws(JSONError) in
                    try json.skipStatus()
                }
            } else if let index = members.firstIndex(where: { json.matches(name, $0.text) }) {
                let part = BodyPart(members[index].description)
                guard !seen[index] else { throw .malformed(.memberTwice(part)) }
                seen[index] = true
                try Problem.reading(part, mustBe: "a string") { () throws(JSONError) in _ = try json.string()
                }
            } else {
                let known = members.map(\.description) + ["StatusCode"]
                throw .malformed(.unknownMember(json.text(of: name), among: known))
            }
        }
        try Problem.reading { () throws(JSONError) in try json.end() }
        if let missing = seen.firstIndex(of: false) { throw .malformed(.missing(members[missing])) }
    }
}

extension JSONReader {
    /// A number or a string, as AppServers send it.
    @_lifetime(self: copy self)
    fileprivate mutating func skipStatus() throws(JSONError) {
        if try peek() == .string { _ = try string() } else { _ = try integer() }
    }
}
