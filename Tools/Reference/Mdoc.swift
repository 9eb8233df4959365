internal import CommandLine

/// A manual page in the language mdoc, written line by line.
package struct Mdoc {
    package private(set) var text = ""

    package init(_ title: String, section: Int) {
        // groff reads its macros with the first line: only here can a page say that it is no page of BSD, and that names,
        // which people copy, must not be hyphenated.
        text = """
            .Dd \(Release.day)
            .ds doc-volume-operating-system ossauthd
            .nr doc-hyphen-flags 0
            .Dt \(title.uppercased()) \(section)
            .Os ossauthd \(Release.version)

            """
    }

    /// Writes a line of macros and their arguments.
    package mutating func request(_ words: String) {
        text += ".\(words)\n"
    }

    /// Begins a paragraph behind earlier text.
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

    /// Writes sentences, each at the beginning of a line as mdoc requires.
    package mutating func prose(_ words: String) {
        var line = ""
        for word in words.split(separator: " ") {
            // mandoc counts the characters in the file, where a hyphen has two.
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

    mutating func paragraphs(_ texts: [String]) {
        for text in texts {
            paragraph()
            prose(text)
        }
    }

    /// Writes lines to type without a change.
    package mutating func verbatim(_ lines: [String]) {
        request("Bd -literal -offset indent")
        for line in lines { text += line.literal + "\n" }
        request("Ed")
    }

    /// Writes a list of names and meanings.
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
        /// Macros and escaped words.
        let head: String
        let summary: String

        package init(head: String, summary: String) {
            self.head = head
            self.summary = summary
        }
    }
}

extension StringProtocol {
    /// The text with every character escaped that the typesetter would take for a command or replace.
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
