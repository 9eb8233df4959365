internal import Text

extension Malformation {
    /// Says what was meant, perhaps, or what there is; what the client wrote is not repeated.
    static func unknownMember(_ name: String, at offset: Int, among known: [String]) -> Malformation {
        .unknownMember(offset: offset, help: help(on: name, among: known))
    }

    static func unknownParameter(_ name: String, among known: [String]) -> Malformation {
        .unknownParameter(help: help(on: name, among: known))
    }

    private static func help(on name: String, among known: [String]) -> String {
        let nearest = Suggestion.nearest(to: name, among: known)
        return nearest.map { ", did you mean '\($0)'?" } ?? "; known are \(known.joined(separator: ", "))"
    }
}
