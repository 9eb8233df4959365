package import Access
package import Bytes
internal import JSON

/// The body of `POST /v1/explain`: a caller as the rules identify it, and its request.
package struct ExplainCall: Equatable {
    package enum User: Equatable {
        case name(String)
        case number(UInt32)
    }

    package enum Wish: Equatable {
        /// The range of the signing body within this one.
        case signature(SigningRoute, body: Range<Int>)
        /// An operation that signs nothing, with this profile.
        case other(Operation, profile: String?)
    }

    /// `nil`: the caller itself.
    package let user: User?
    package let facts: ProcessFacts
    package let wish: Wish

    private enum Member: String, KnownMember {
        case user, uid, unit, slice, exe, label, operation, request

        var mustBe: StaticText { self == .uid ? "a whole number" : "a string" }
    }

    package init(_ body: Span<UInt8>) throws(Problem) {
        var found = Found()
        try Problem.reading(body) { (member: Member, json) throws(JSONError) in
            try found.read(member, &json)
        }
        guard found.name == nil || found.number == nil else {
            throw .malformed(.together("user", "uid"))
        }
        let user = try found.user()
        guard user != nil || found.facts == ProcessFacts() else { throw .malformed(.missing("user")) }
        guard let operation = found.operation else { throw .malformed(.missing("operation")) }
        guard let request = found.request else { throw .malformed(.missing("request")) }
        self.user = user
        facts = found.facts
        wish = try Wish(operation, request, of: body)
    }

    /// The members read so far.
    private struct Found {
        var name: String?
        var number: Int?
        var facts = ProcessFacts()
        var operation: String?
        var request: Range<Int>?

        mutating func read(_ member: Member, _ json: inout JSONReader) throws(JSONError) {
            switch member {
            case .user: name = try json.text()
            case .uid: number = try json.integer()
            case .unit: facts.unit = try json.text()
            case .slice: facts.slice = try json.text()
            case .exe: facts.executable = try json.text()
            case .label: facts.label = try json.text()
            case .operation: operation = try json.text()
            case .request: request = try json.skipValue()
            }
        }

        func user() throws(Problem) -> User? {
            if let name { return .name(name) }
            guard let number else { return nil }
            guard let uid = UInt32(exactly: number), uid != .max else {
                throw .invalidRequest(.value("uid", mustBe: "the number of a user"))
            }
            return .number(uid)
        }
    }
}

extension ExplainCall.Wish {
    fileprivate init(_ operation: String, _ request: Range<Int>, of body: Span<UInt8>) throws(Problem) {
        switch operation {
        case "sign": self = .signature(.sign, body: request)
        case "presign": self = .signature(.presign, body: request)
        case "post-policy": self = .signature(.postPolicy, body: request)
        case "sign-string": self = .signature(.signString, body: request)
        default:
            let others: [Operation] = [.credentials, .issue, .status, .watch]
            guard let other = others.first(where: { operation.utf8Span.span.equals($0.name) }) else {
                throw .invalidRequest(
                    .value(
                        "operation",
                        mustBe: "sign, presign, post-policy, sign-string, credentials, issue, status or watch"
                    ))
            }
            self = .other(other, profile: try Self.profile(in: body.extracting(request)))
        }
    }

    /// The only member of a request that signs nothing.
    private enum Member: String, KnownMember {
        case profile

        var mustBe: StaticText { "a string" }
    }

    private static func profile(in request: Span<UInt8>) throws(Problem) -> String? {
        var profile: String?
        try Problem.reading(request) { (_: Member, json) throws(JSONError) in
            profile = try json.text()
        }
        return profile
    }
}

/// The answer to `POST /v1/explain`: whether the rules would grant the request to that caller, and why.
package struct ExplanationReport {
    package enum Verdict {
        case granted(by: Rule)
        case refused(Refusal)
    }

    package var verdict: Verdict
    /// The names of all rules that apply to this caller.
    package var rules: [String]
    /// The reason why the caller is rejected before the rules are checked.
    package var obstacle: String?
    /// The session policy of the scoped token that the caller would get.
    package var sessionPolicy: String?
    /// Whether the reader may see the positions of rules in the files.
    package var showsPlaces: Bool

    package init(_ verdict: Verdict, rules: PeerRules, showsPlaces: Bool) {
        self.verdict = verdict
        self.rules = rules.rules.map(\.name)
        self.showsPlaces = showsPlaces
    }
}

extension ByteBuffer {
    package mutating func append(_ report: ExplanationReport) {
        beginObject()
        switch report.verdict {
        case .granted(let rule):
            member("granted", true)
            member("rule", rule.name)
            let limit = report.sessionPolicy.map { ", for a token with the session policy \($0)" } ?? ""
            member("reason", "[Access \(rule.name)] grants all of it\(limit)")
            member("nearestRule", orNull: rule.name)
            member("place", orNull: report.showsPlaces ? rule.place : nil)
            member("missing", [])
        case .refused(let refusal):
            member("granted", false)
            name("rule")
            null()
            member("reason", refusal.description)
            member("nearestRule", orNull: refusal.rule)
            member("place", orNull: report.showsPlaces ? refusal.place : nil)
            appendMissing(refusal)
        }
        member("rules", report.rules)
        member("obstacle", orNull: report.obstacle)
        endObject()
    }
}
