/// Something in a rule that is not wrong and yet hardly meant.
package struct RuleFinding: Equatable, Sendable {
    /// Where in the section of the rule it stands.
    package enum Place: Equatable, Sendable {
        case heading
        /// The line of this number among those of `Match=`.
        case match(Int)
        case key(String)
        /// A word in the list of a key.
        case word(String, of: String)
    }

    /// The number of the rule.
    package let rule: Int
    package let place: Place
    package let message: String
    /// The number of another rule that the message speaks of.
    package var other: Int?

    init(_ rule: Int, _ place: Place, _ message: String, other: Int? = nil) {
        self.rule = rule
        self.place = place
        self.message = message
        self.other = other
    }
}
