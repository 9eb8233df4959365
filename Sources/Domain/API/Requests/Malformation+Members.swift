internal import JSON
internal import Text

extension Malformation {
    /// Names the member that may have been meant, or else those that there are.
    static func unknownMember(_ name: String, among known: [String]) -> Malformation {
        .unknownMember(BodyPart(name), help: help(on: name, among: known))
    }

    static func unknownParameter(_ name: String, among known: [String]) -> Malformation {
        .unknownParameter(help: help(on: name, among: known))
    }

    private static func help(on name: String, among known: [String]) -> String {
        let nearest = Suggestion.nearest(to: name, among: known)
        return nearest.map { ", did you mean '\($0)'?" } ?? "; known are \(known.joined(separator: ", "))"
    }

    /// What is wrong with the value of a part: it is none of the wanted type, or no JSON at all.
    init(_ error: JSONError, in part: @autoclosure () -> BodyPart, mustBe wanted: StaticText) {
        if case .expected = error.problem {
            self = .wrongType(part(), mustBe: wanted)
        } else {
            self = .json(error)
        }
    }
}
