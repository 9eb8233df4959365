/// A word that a shell may put where the cursor is.
package struct Candidate: Equatable, Sendable {
    package let word: String
    /// For shells that show more than the word.
    package let summary: String

    package init(_ word: String, _ summary: String = "") {
        self.word = word
        self.summary = summary
    }
}
