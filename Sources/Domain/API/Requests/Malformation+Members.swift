internal import Text

extension Malformation {
    /// Says what was meant, perhaps, or what there is; what the client wrote is not repeated.
    static func unknownMember(_ name: String, at offset: Int, among known: [String]) -> Malformation {
        let nearest = Suggestion.nearest(to: name, among: known)
        return .unknownMember(
            offset: offset,
            help: nearest.map { ", did you mean '\($0)'?" } ?? "; known are \(known.joined(separator: ", "))")
    }
}
