internal import Settings

extension ConfigurationPage {
    /// The same as a page for a browser.
    package static var markdown: String {
        """
        # The configuration, key by key

        Made from the key table by `make generate`; the manual page `ossauthd.conf`(5) says the same.
        [operating.md](operating.md) tells how the keys are used together.

        \(ConfigurationText.syntax.joined(separator: "\n\n"))

        """ + chapters.joined()
    }

    private static var chapters: [String] {
        [chapter("[Daemon]", ConfigurationText.daemon, keys(of: "Daemon"))]
            + [chapter("[Profile NAME]", ConfigurationText.profile, keys(of: "Profile"))]
            + SourceKind.allCases.map { chapter("Source=\($0.rawValue)", [$0.explanation], keys(of: $0)) }
            + [chapter("[Access NAME]", ConfigurationText.access, keys(of: "Access"))]
            + [table("Selectors of `Match=`", ConfigurationText.selectors)]
            + [table("Operations of `Allow=`", ConfigurationText.operations)]
            + [parameters]
            + [chapter("[Sink NAME]", ConfigurationText.sink, keys(of: "Sink"))]
    }

    private static func chapter(_ title: String, _ words: [String], _ keys: [KeyReference]) -> String {
        let page = "\n## \(title)\n\n\(words.joined(separator: "\n\n"))\n"
        guard !keys.isEmpty else { return page }
        return page + "\n| Key | Default | means |\n|---|---|---|\n" + keys.map(\.row).joined()
    }

    private static var parameters: String {
        let lists = [
            (ParameterText.harmless, ParameterText.harmlessNames),
            (ParameterText.configuring, ParameterText.configuringNames),
        ]
        return "\n### Names of `Parameter=`\n\n\(ParameterText.introduction)\n"
            + lists.map { words, names in
                "\n\(words) \(names.map { "`\($0)`" }.joined(separator: ", ")).\n"
            }.joined()
    }

    private static func table(_ title: String, _ rows: [(String, String)]) -> String {
        "\n### \(title)\n\n| | |\n|---|---|\n" + rows.map { "| `\($0)` | \($1) |\n" }.joined()
    }
}

extension KeyReference {
    fileprivate var row: String {
        let value = isMandatory ? "must be set" : defaultText.isEmpty ? "" : "`\(defaultText)`"
        return "| `\(name)=` | \(value) | \(summary) |\n"
    }
}
