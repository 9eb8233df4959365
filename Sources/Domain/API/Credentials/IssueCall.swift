internal import Bytes
internal import JSON
package import Scoping

/// The body of `POST /v1/issue`: the session of a token that the caller hands on to a user of its own.
package struct IssueCall: Equatable {
    /// The lives that STS gives.
    private static let lives = 900...43_200

    /// `nil`: the default profile.
    package let profile: String?
    package let session: TokenSession

    private enum Member: String, KnownMember {
        case profile, name, policy, durationSeconds

        var mustBe: StaticText {
            switch self {
            case .profile, .name: "a string"
            case .policy: "an object"
            case .durationSeconds: "a whole number"
            }
        }
    }

    package init(_ body: Span<UInt8>) throws(Problem) {
        var found = Found()
        try Problem.reading(body) { (member: Member, json) throws(JSONError) in
            try found.read(member, &json)
        }
        profile = found.profile
        session = try found.session(in: body)
    }

    /// The members read so far.
    private struct Found {
        var profile: String?
        var name: String?
        var policy: Range<Int>?
        var seconds: Int?

        mutating func read(_ member: Member, _ json: inout JSONReader) throws(JSONError) {
            switch member {
            case .profile: profile = try json.text()
            case .name: name = try json.text()
            case .policy:
                var object = json
                try object.beginObject()
                policy = try json.skipValue()
            case .durationSeconds: seconds = try json.integer()
            }
        }

        func session(in body: Span<UInt8>) throws(Problem) -> TokenSession {
            guard let name else { throw .malformed(.missing("name")) }
            guard let policy else { throw .malformed(.missing("policy")) }
            guard TokenSession.isName(name) else {
                throw .invalidRequest(
                    .value("name", mustBe: "2 to 64 letters, digits and '.', '@', '-', '_'"))
            }
            // STS counts characters, of which there are never more than bytes.
            guard policy.count <= ScopedPolicy.maximumLength else {
                throw .invalidRequest(.value("policy", mustBe: "at most 2048 bytes long"))
            }
            var session = TokenSession(named: name, limitedTo: String(copying: body.extracting(policy)))
            guard let seconds else { return session }
            guard IssueCall.lives.contains(seconds) else {
                throw .invalidRequest(.value("durationSeconds", mustBe: "900 to 43200"))
            }
            session.duration = .seconds(seconds)
            return session
        }
    }
}
