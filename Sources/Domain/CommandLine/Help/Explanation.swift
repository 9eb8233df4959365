extension Option {
    /// The summary, and all else that the table knows.
    var explanation: String {
        let facts = [
            choices.isEmpty ? nil : choices.joined(separator: ", "),
            standard.map { "default: \($0)" }, variable.map { "or $\($0)" },
            isRepeatable ? "may be repeated" : nil,
        ].compactMap(\.self)
        return summary.with(facts)
    }
}

extension Argument {
    /// The summary, and what it may be.
    var explanation: String {
        summary.with(choices.isEmpty ? [] : [choices.joined(separator: ", ")])
    }
}

extension String {
    /// The sentence with facts in brackets before its full stop.
    fileprivate func with(_ facts: [String]) -> String {
        facts.isEmpty ? self : "\(dropLast()) (\(facts.joined(separator: "; ")))."
    }
}
