/// A page of help that belongs to no single command.
package struct Topic: Equatable, Sendable {
    /// One word.
    package let name: String
    package let summary: String
    package let details: [String]
    package let notes: [Note]

    package init(_ name: String, _ summary: String, details: [String] = [], notes: [Note] = []) {
        self.name = name
        self.summary = summary
        self.details = details
        self.notes = notes
    }
}

extension Program {
    /// Its own topics, and those that the table answers by itself.
    package var allTopics: [Topic] {
        guard !commands.isEmpty else { return [] }
        return topics + [
            Topic(
                "options", "The options of every command",
                notes: options.map { Note($0.usage, $0.explanation) }),
            Topic("environment", "The variables that it reads", notes: environment),
            Topic("exit-codes", "How it ends", notes: exitStatuses),
        ]
    }

    /// The topic of exactly this one word.
    func topic(_ words: [String]) -> Topic? {
        words.count == 1 ? allTopics.first { $0.name == words[0] } : nil
    }
}
