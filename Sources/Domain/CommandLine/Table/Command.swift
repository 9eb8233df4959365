/// One thing that a program does.
package struct Command: Equatable, Sendable {
    /// One word or more: `credentials set`.
    package let name: String
    /// What it does, in a few words without a full stop.
    package let summary: String
    /// What else one has to know, in paragraphs.
    package let details: [String]
    package let arguments: [Argument]
    package let options: [Option]
    package let examples: [Example]

    package init(
        _ name: String, _ summary: String, details: [String] = [], arguments: [Argument] = [],
        options: [Option] = [], examples: [Example]
    ) {
        self.name = name
        self.summary = summary
        self.details = details
        self.arguments = arguments
        self.options = options
        self.examples = examples
    }

    package var words: [String] { name.split(separator: " ").map(String.init) }

    /// Whether all that follows this many arguments belongs to the program that the last of them names.
    func isEnded(by count: Int) -> Bool {
        arguments.indices.contains(count - 1) && arguments[count - 1].completion == .commands
    }

    /// How many arguments it takes.
    var argumentCount: ClosedRange<Int> {
        let least = arguments.filter { $0.count != .any }.count
        return least...(arguments.contains { $0.count != .one } ? .max : least)
    }
}
