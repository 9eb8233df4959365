/// A page in mdoc, the language of the manual pages of BSD, written line by line.
package struct Mdoc {
    package private(set) var text = ""

    package init(_ title: String, section: Int) {
        // groff reads its macros with the first line: only then can it be told that this is no page of BSD, and
        // that names, which people copy, are not broken with hyphens.
        text = """
            .Dd \(Release.day)
            .ds doc-volume-operating-system ossauthd
            .nr doc-hyphen-flags 0
            .Dt \(title.uppercased()) \(section)
            .Os ossauthd \(Release.version)

            """
    }

    /// A line for the typesetter; the words are macros and what they stand for.
    package mutating func request(_ words: String) {
        text += ".\(words)\n"
    }

    /// Parts what comes from what was before, if anything was.
    package mutating func paragraph() {
        if !isAtHeading { request("Pp") }
    }

    private var isAtHeading: Bool {
        text.split(separator: "\n").last?.hasPrefix(".S") ?? true
    }

    package mutating func section(_ heading: String, _ body: (inout Mdoc) -> Void) {
        request("Sh \(heading)")
        body(&self)
    }

    /// Sentences, each of which begins a line as mdoc wants it.
    package mutating func prose(_ words: String) {
        var line = ""
        for word in words.split(separator: " ") {
            // mandoc counts what stands in the file, where a hyphen is two characters.
            if line.count + word.count > 76 || "\(line) \(word)".literal.count > 80 { end(&line) }
            line += line.isEmpty ? String(word) : " \(word)"
            if word.endsSentence { end(&line) }
        }
        end(&line)
    }

    private mutating func end(_ line: inout String) {
        guard !line.isEmpty else { return }
        text += line.literal + "\n"
        line = ""
    }

    /// What is to be typed, as it is.
    package mutating func verbatim(_ lines: [String]) {
        request("Bd -literal -offset indent")
        for line in lines { text += line.literal + "\n" }
        request("Ed")
    }

    /// A list of names and what they mean; nothing where there is none.
    package mutating func list(_ entries: [Entry]) {
        guard !entries.isEmpty else { return }
        request("Bl -tag -width Ds")
        for entry in entries {
            request("It \(entry.head)")
            prose(entry.summary)
        }
        request("El")
    }

    package struct Entry {
        /// Macros, and words that were made literal.
        let head: String
        let summary: String

        package init(head: String, summary: String) {
            self.head = head
            self.summary = summary
        }
    }
}

extension StringProtocol {
    /// The text with nothing in it that the typesetter would take for a command, or make another character of.
    package var literal: String {
        let text = reduce(into: "") { text, character in
            switch character {
            case "\\": text += "\\e"
            case "-": text += "\\-"
            case "'": text += "\\(aq"
            case "`": text += "\\(ga"
            case "~": text += "\\(ti"
            case "^": text += "\\(ha"
            default: text.append(character)
            }
        }
        return text.hasPrefix(".") ? "\\&" + text : text
    }

    /// The text as one argument of a macro.
    package var argument: String {
        let text = literal.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\(dq")
        return "\"\(text)\""
    }

    fileprivate var endsSentence: Bool {
        guard count > 2, let last else { return false }
        return last == "." || last == "?" || last == "!"
    }
}
