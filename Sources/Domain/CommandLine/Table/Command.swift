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
    /// What to use in place of options that other commands or programs have.
    package let hints: [Note]
    /// Whether the words before its last one, followed by an option, mean it too.
    let isDefault: Bool

    package init(
        _ name: String, _ summary: String, details: [String] = [], arguments: [Argument] = [],
        options: [Option] = [], examples: [Example], hints: [Note] = [], isDefault: Bool = false
    ) {
        self.name = name
        self.summary = summary
        self.details = details
        self.arguments = arguments
        self.options = options
        self.examples = examples
        self.hints = hints
        self.isDefault = isDefault
    }

    package var words: [String] { name.split(separator: " ").map(String.init) }

    /// Whether all that follows this many arguments belongs to the program that the last of them names.
    func isEnded(by count: Int) -> Bool {
        arguments.indices.contains(count - 1) && arguments[count - 1].completion == .commands
    }

    /// How many arguments it takes.
    var argumentCount: ClosedRange<Int> {
        let least = arguments.filter { $0.count == .one || $0.count == .many }.count
        let takesAll = arguments.contains { $0.count == .many || $0.count == .any }
        return least...(takesAll ? .max : arguments.count)
    }
}
