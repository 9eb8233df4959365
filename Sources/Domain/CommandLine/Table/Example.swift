/// A line that somebody may copy, and what it is good for.
package struct Example: Equatable, Sendable {
    /// What stands behind the name of the program.
    package let words: String
    /// What stands before it in the line: a command whose output the program reads.
    package let input: String?
    /// What stands behind it: where the output goes, `> FILE` or `| COMMAND`.
    package let output: String?
    package let summary: String

    package init(_ words: String, _ summary: String, input: String? = nil, output: String? = nil) {
        self.words = words
        self.summary = summary
        self.input = input
        self.output = output
    }

    /// The whole line, as a shell takes it.
    package func line(of program: String) -> String {
        "\(input.map { "\($0) | " } ?? "")\(program) \(words)\(output.map { " \($0)" } ?? "")"
    }
}

/// A name, and what there is to say about it.
package struct Note: Equatable, Sendable {
    package let name: String
    package let summary: String

    package init(_ name: String, _ summary: String) {
        self.name = name
        self.summary = summary
    }
}
