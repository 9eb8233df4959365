internal import Text

extension Kind {
    /// One of a list of words.
    ///
    /// `quotes`: whether a complaint may repeat an unknown word.
    package static func choice(
        _ choices: [(name: String, content: Content)], quotes: Bool = true
    ) -> Kind where Content: Equatable {
        Kind(
            write: { content in choices.first { $0.content == content }?.name ?? "" },
            read: {
                text, _ throws(Complaint) in
                if let choice = choices.first(where: { $0.name == text }) { return choice.content }
                let names = choices.map(\.name)
                let culprit = quotes ? Quote.of(text) : "this"
                let clause = Suggestion.clause(for: text, among: names)
                throw Complaint(message: "\(culprit) is not one of \(names.joined(separator: " "))\(clause)")
            })
    }

    /// One case of an enumeration, by its raw value.
    package static func choice(quotes: Bool = true) -> Kind
    where Content: CaseIterable & RawRepresentable & Equatable, Content.RawValue == String {
        .choice(Content.allCases.map { ($0.rawValue, $0) }, quotes: quotes)
    }
}

extension Kind<Bool> {
    package static var boolean: Kind {
        Kind(
            write: { $0 ? "yes" : "no" },
            read: { text, _ throws(Complaint) in
                switch text.lowercased() {
                case "yes", "true", "on", "1": return true
                case "no", "false", "off", "0": return false
                default: throw Complaint(message: "\(Quote.of(text)) is neither yes nor no")
                }
            })
    }
}

/// The least severe level that is logged.
package enum LogLevel: String, CaseIterable, Sendable {
    case error, warning, notice, info, debug
}
