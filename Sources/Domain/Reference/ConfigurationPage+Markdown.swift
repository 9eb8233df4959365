internal import Settings

extension ConfigurationPage {
    /// The same as a page for a browser.
    package static var markdown: String {
        let text = ConfigurationText.self
        return """
            # The configuration, key by key

            Made from the key tables by `make generate`; `man ossauthd.conf` says the same.
            [operating.md](operating.md) tells how the keys are used together.

            """ + prose(text.syntax) + chapter("Daemon", text.daemon)
                + chapter("Profile", text.profile) + SourceKind.allCases.map(source).joined()
                + chapter("Access", text.access)
                + list(("Selector of `Match=`", "means"), text.selectors)
                + list(("Operation of `Allow=`", "grants"), text.operations) + chapter("Sink", text.sink)
    }

    private static func chapter(_ section: String, _ introduction: [String]) -> String {
        "\n## \(section)\n" + prose(introduction) + table(keys(of: section))
    }

    private static func source(_ kind: SourceKind) -> String {
        "\n### Source=\(kind.rawValue)\n" + prose([kind.explanation]) + table(keys(of: "Profile", for: kind))
    }

    private static func prose(_ paragraphs: [String]) -> String {
        paragraphs.map { "\n\($0.plain)\n" }.joined()
    }

    private static func table(_ keys: [KeyReference]) -> String {
        guard !keys.isEmpty else { return "" }
        return "\n| Key | Default | means |\n|---|---|---|\n" + keys.map(\.row).joined()
    }

    private static func list(_ titles: (String, String), _ entries: [(String, String)]) -> String {
        "\n| \(titles.0) | \(titles.1) |\n|---|---|\n"
            + entries.map { "| `\($0.0)` | \($0.1) |\n" }.joined()
    }
}

extension KeyReference {
    fileprivate var row: String {
        let value = isMandatory ? "must be given" : defaultText.isEmpty ? "" : "`\(defaultText)`"
        return "| `\(name)=` | \(value) | \(summary.plain) |\n"
    }
}

extension String {
    /// The text with nothing in it that a page would take for emphasis.
    fileprivate var plain: String {
        split(separator: "*", omittingEmptySubsequences: false).joined(separator: "\\*")
    }
}
