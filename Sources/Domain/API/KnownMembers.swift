internal import Bytes
internal import JSON

/// The members that a body may have.
protocol KnownMember: CaseIterable, Hashable, RawRepresentable<String> {
    var mustBe: StaticText { get }
}

extension Problem {
    /// Reads a body of known members, each there once at most; `read` takes the value of one.
    static func reading<Member: KnownMember>(
        _ body: Span<UInt8>, _ read: (Member, inout JSONReader) throws(JSONError) -> Void
    ) throws(Problem) {
        guard body.count > 0 else { throw .malformed(.emptyBody) }
        var json = JSONReader(body)
        var seen: Set<Member> = []
        try reading(bodyOf: &json)
        while let name = try reading({ () throws(JSONError) in try json.nextMember() }) {
            let text = json.beginning(of: name)
            // The `==` of Swift takes other bytes for the same text.
            guard let member = Member(rawValue: text),
                member.rawValue.utf8Span.span.equals(text.utf8Span.span)
            else {
                throw .malformed(.unknownMember(text, among: Member.allCases.map(\.rawValue)))
            }
            let part = BodyPart(text)
            guard seen.insert(member).inserted else { throw .malformed(.memberTwice(part)) }
            try reading(part, mustBe: member.mustBe) { () throws(JSONError) in try read(member, &json) }
        }
        try reading { () throws(JSONError) in try json.end() }
    }
}
