internal import Time

extension TimeSpan {
    /// The two largest units, which are all that a person wants to know.
    static func short(_ span: Duration) -> String {
        let seconds = Duration.seconds(span.wholeSeconds)
        let terms = text(of: seconds).split(separator: " ").prefix(2)
        return terms.count == 1 && terms[0] == "0" ? "0s" : terms.joined(separator: " ")
    }

    /// The same of a number of seconds.
    static func short(seconds: Int) -> String { short(.seconds(seconds)) }
}
