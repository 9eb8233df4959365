internal import JSON
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

    private enum Member: String, KnownMember {
        case keyID = "AccessKeyId"
        case secret = "AccessKeySecret"
        case token = "SecurityToken"
        case expiration = "Expiration"
        case status = "StatusCode"

        var mustBe: StaticText { self == .status ? "a number" : "a string" }
    }

    /// Unlike an AppServer, a person must not send unknown members: a misspelled name must be reported.
    private static func checkMembers(of body: Span<UInt8>) throws(Problem) {
        var missing: [StaticText] = ["AccessKeyId", "AccessKeySecret", "SecurityToken", "Expiration"]
        try Problem.reading(body) { (member: Member, json) throws(JSONError) in
            missing.removeAll { $0.description == member.rawValue }
            // AppServers send a number or a string.
            if member == .status, try json.peek() != .string {
                _ = try json.integer()
            } else {
                _ = try json.string()
            }
        }
        if let first = missing.first { throw .malformed(.missing(first)) }
    }
}
