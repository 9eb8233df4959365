/// How a profile is, in the words that the daemon says and its clients read.
package enum StateWord: String, CaseIterable, Sendable {
    case fresh, aging, stale, expired, never

    /// Whether a profile in this state signs.
    package var signs: Bool { self != .expired && self != .never }
}

extension StateWord {
    /// The same of a word that a daemon said; one that nobody knows signs nothing.
    package static func signs(in word: String) -> Bool { StateWord(rawValue: word)?.signs == true }
}
