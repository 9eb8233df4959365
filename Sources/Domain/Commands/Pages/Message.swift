package import CommandLine

/// A sentence beside the answer, on standard error.
package enum Message: Equatable, Sendable {
    case error(String)
    /// It was done, but with a difference that matters.
    case warning(String)
    case note(String)
}

extension Message {
    /// One line; on a terminal, which has `columns`, it continues below between two words.
    package func text(_ ink: Ink, columns: Int? = nil) -> String {
        let head = "ossauthctl: \(kind) "
        let rest = sentence.visible
        return "ossauthctl: " + ink(colour, kind) + " "
            + (columns.map { rest.wrapped(from: head.columns, indent: 2, to: $0) } ?? rest) + "\n"
    }

    private var kind: String {
        switch self {
        case .error: "error:"
        case .warning: "warning:"
        case .note: "note:"
        }
    }

    private var sentence: String {
        switch self {
        case .error(let sentence), .warning(let sentence), .note(let sentence): sentence
        }
    }

    private var colour: Ink.Colour {
        switch self {
        case .error: .red
        case .warning: .yellow
        case .note: .cyan
        }
    }
}
