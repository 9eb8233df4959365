package import Access
internal import Bytes
internal import JSON

/// The body of `POST /v1/explain`: somebody, as far as rules ask who he is, and what he wants.
package struct ExplainCall: Equatable {
    package enum User: Equatable {
        case name(String)
        case number(UInt32)
    }

    package private(set) var user: User
    package private(set) var facts = ProcessFacts()
    package private(set) var route: SigningRoute
    /// The body that he would send, within this one.
    package private(set) var request: Range<Int>

    private enum Member: String, CaseIterable {
        case user, uid, unit, slice, exe, label, operation, request
    }

    package init(_ body: Span<UInt8>) throws(Problem) {
        guard body.count > 0 else { throw .malformed(.emptyBody) }
        var json = JSONReader(body)
        var found = Found()
        try Problem.reading { () throws(JSONError) in try json.beginObject() }
        while let name = try Problem.reading({ () throws(JSONError) in try json.nextMember() }) {
            let offset = name.range.lowerBound
            let text = json.text(of: name)
            guard let member = Member(rawValue: text) else {
                throw .malformed(.unknownMember(text, at: offset, among: Member.allCases.map(\.rawValue)))
            }
            guard found.seen.insert(member).inserted else { throw .malformed(.memberTwice(offset: offset)) }
            try Problem.reading { () throws(JSONError) in try found.read(member, &json) }
        }
        try Problem.reading { () throws(JSONError) in try json.end() }
        guard !(found.seen.contains(.user) && found.seen.contains(.uid)) else {
            throw .malformed(.together("user", "uid"))
        }
        guard let user = try found.user() else { throw .malformed(.missing("user")) }
        guard let operation = found.operation else { throw .malformed(.missing("operation")) }
        guard let request = found.request else { throw .malformed(.missing("request")) }
        guard let route = SigningRoute(operation: operation) else {
            throw .invalidRequest(.value("operation", mustBe: "sign, presign, post-policy or sign-string"))
        }
        self.user = user
        facts = found.facts
        self.route = route
        self.request = request
    }

    /// What was read so far.
    private struct Found {
        var seen: Set<Member> = []
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

extension SigningRoute {
    fileprivate init?(operation: String) {
        switch operation {
        case "sign": self = .sign
        case "presign": self = .presign
        case "post-policy": self = .postPolicy
        case "sign-string": self = .signString
        default: return nil
        }
    }
}
