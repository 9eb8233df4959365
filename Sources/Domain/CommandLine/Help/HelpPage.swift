/// A page of help, written line by line for a terminal of some width.
struct HelpPage {
    /// A narrower terminal has no room for two columns.
    private static let leastForColumns = 60
    /// Longer lines are hard to read.
    private static let widest = 100

    let ink: Ink
    private let width: Int
    private(set) var text = ""

    init(_ ink: Ink, columns: Int) {
        self.ink = ink
        width = min(columns, HelpPage.widest)
    }

    /// Parts what comes from what was before, if anything was.
    mutating func gap() {
        if !text.isEmpty { text += "\n" }
    }

    mutating func paragraph(_ words: String) {
        gap()
        text += words.wrapped(from: 0, indent: 0, to: width) + "\n"
    }

    /// A heading and what `body` writes under it; nothing where there is nothing.
    mutating func section(_ heading: String, _ body: (inout HelpPage) -> Void) {
        var inner = HelpPage(ink, columns: width)
        body(&inner)
        guard !inner.text.isEmpty else { return }
        gap()
        text += ink(.bold, heading) + "\n" + inner.text
    }

    mutating func line(_ words: String) {
        text += "  " + words.wrapped(from: 2, indent: 6, to: width) + "\n"
    }

    /// A name on the left, and what it means on the right or, where there is no room, below.
    mutating func entry(_ name: String, _ summary: String) {
        let column = width < HelpPage.leastForColumns ? 6 : 30
        text += "  \(name)"
        let isBeside = column == 30 && name.count + 4 <= column
        text += isBeside ? "" : "\n"
        text += String(repeating: " ", count: isBeside ? column - name.count - 2 : column)
        text += summary.wrapped(from: column, indent: column, to: width) + "\n"
    }

    /// What to type is never broken, so that it can be copied.
    mutating func example(_ example: Example, of program: String) {
        text += "  \(example.line(of: program))\n"
        text += "      " + ink(.dim, example.summary.wrapped(from: 6, indent: 6, to: width)) + "\n"
    }

    mutating func entries(_ heading: String, _ notes: [Note]) {
        section(heading) { page in
            for note in notes { page.entry(note.name, note.summary) }
        }
    }
}
