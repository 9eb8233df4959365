/// A word that a command takes by its place.
package struct Argument: Equatable, Sendable {
    /// Only the last argument of a command may stand for several words.
    package enum Count: Equatable, Sendable { case one, optional, many, any }

    /// As it stands in the help: `METHOD`.
    package let name: String
    package let summary: String
    package let count: Count
    /// What it may be; empty: anything.
    package let choices: [String]
    private let hint: Completion

    package init(
        _ name: String, _ summary: String, count: Count = .one, choices: [String] = [],
        completedBy hint: Completion = .nothing
    ) {
        self.name = name
        self.summary = summary
        self.count = count
        self.choices = choices
        self.hint = hint
    }
}

extension Argument {
    var usage: String {
        switch count {
        case .one: name
        case .optional: "[\(name)]"
        case .many: "\(name)..."
        case .any: "[\(name)...]"
        }
    }

    var completion: Completion { choices.isEmpty ? hint : .words(choices) }
}
