/// A page of help, written line by line.
struct HelpPage {
    private static let column = 30
    let ink: Ink
    private(set) var text = ""

    init(_ ink: Ink) {
        self.ink = ink
    }

    mutating func paragraph(_ words: String) {
        if !text.isEmpty { text += "\n" }
        text += words.wrapped(from: 0, indent: 0) + "\n"
    }

    /// A heading and what `body` writes under it; nothing where there is nothing.
    mutating func section(_ heading: String, _ body: (inout HelpPage) -> Void) {
        var inner = HelpPage(ink)
        body(&inner)
        guard !inner.text.isEmpty else { return }
        if !text.isEmpty { text += "\n" }
        text += ink(.bold, heading) + "\n" + inner.text
    }

    mutating func line(_ words: String) {
        text += "  " + words.wrapped(from: 2, indent: 6) + "\n"
    }

    /// A name on the left, and what it means on the right.
    mutating func entry(_ name: String, _ summary: String) {
        text += "  \(name)"
        let width = name.count + 2
        if width + 2 > HelpPage.column {
            text += "\n" + String(repeating: " ", count: HelpPage.column)
        } else {
            text += String(repeating: " ", count: HelpPage.column - width)
        }
        text += summary.wrapped(from: HelpPage.column, indent: HelpPage.column) + "\n"
    }

    /// What to type is never broken, so that it can be copied.
    mutating func example(_ example: Example, of program: String) {
        text += "  \(example.line(of: program))\n"
        text += "      " + ink(.dim, example.summary.wrapped(from: 6, indent: 6)) + "\n"
    }
}
