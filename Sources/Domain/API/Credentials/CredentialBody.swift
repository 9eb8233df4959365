internal import Bytes
internal import JSON
internal import Text
package import Time
package import Tokens

/// The body of `PUT /v1/profiles/NAME/credentials`: the document of an AppServer.
///
/// All members are checked, because a person writes it. It is not compared with the present token, which the
/// administrator may need to correct.
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

    /// The error message of an AppServer in place of a token is more useful than the complaint that it is no token.
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

    /// Unlike an AppServer, a person must not send unknown members: a misspelled name must be reported.
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
    /// AppServers send a number or a string.
    @_lifetime(self: copy self)
    fileprivate mutating func skipStatus() throws(JSONError) {
        if try peek() == .string { _ = try string() } else { _ = try integer() }
    }
}
