/// The language of a page for a browser.
///
/// The tables are English. Translations are in this module, so that the programs do not grow.
struct Language {
    /// The text in this language.
    let text: (String) -> String
    /// The end of a sentence.
    let stop: String
    /// The ending of the names of pages in this language.
    let ending: String

    static var english: Language { Language(text: { $0 }, stop: ".", ending: "") }
    static var chinese: Language { chinese { Chinese.texts[$0] ?? $0 } }

    /// Chinese with texts from another place.
    static func chinese(_ text: @escaping (String) -> String) -> Language {
        Language(text: text, stop: "。", ending: ".zh-CN")
    }
}

extension Language {
    /// The text with a value in the place of `%`.
    func text(_ pattern: String, _ value: String) -> String {
        text(pattern).split(separator: "%", omittingEmptySubsequences: false).joined(separator: value)
    }

    /// The sentence with the facts in brackets before its full stop.
    func sentence(_ sentence: String, _ facts: [String]) -> String {
        guard !facts.isEmpty else { return text(sentence) }
        return text(sentence).dropLast() + text(" (%).", facts.joined(separator: text("; ")))
    }
}
