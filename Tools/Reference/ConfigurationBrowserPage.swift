internal import IssuingSettings
internal import Sections
internal import Settings

extension ConfigurationPage {
    /// The page for a browser.
    static func markdown(in language: Language) -> String {
        ConfigurationBrowserPage(language: language).text
    }
}

/// The page of the configuration for a browser, in one language.
private struct ConfigurationBrowserPage {
    let language: Language

    var text: String {
        """
        # \(language.text("The configuration, key by key"))

        \(language.text("[简体中文](%.zh-CN.md)", "configuration"))

        \(language.text("Made from the key table by `make generate`; the manual page `ossauthd.conf`(5) says the same."))
        \(language.text("[operating.md](operating.md) shows how the keys are used together."))

        \(ConfigurationText.syntax.map(prose).joined(separator: "\n\n"))

        """ + chapters.joined()
    }

    private var chapters: [String] {
        [chapter("[Daemon]", ConfigurationText.daemon, ConfigurationPage.keys(of: "Daemon"))]
            + [chapter("[Profile NAME]", ConfigurationText.profile, ConfigurationPage.keys(of: "Profile"))]
            + SourceKind.allCases.map {
                chapter("Source=\($0.rawValue)", [$0.explanation], ConfigurationPage.keys(of: $0))
            }
            + [chapter("[Access NAME]", ConfigurationText.access, ConfigurationPage.keys(of: "Access"))]
            + [table("Selectors of `Match=`", ConfigurationText.selectors)]
            + [table("Operations of `Allow=`", ConfigurationText.operations)]
            + [parameters]
            + [chapter("[Sink NAME]", ConfigurationText.sink, ConfigurationPage.keys(of: "Sink"))]
            + [chapter("[Forward NAME]", ConfigurationText.forward, ConfigurationPage.keys(of: "Forward"))]
            + [chapter("[Role]", ConfigurationText.role, ConfigurationPage.keys(of: "Role"))]
            + [
                chapter(
                    "ossauth-appserver.conf: [AppServer]", AppServerText.server,
                    IssuingSettings.keys(of: "AppServer")),
                chapter(
                    "ossauth-appserver.conf: [User NAME] and [Group NAME]", AppServerText.terms,
                    IssuingSettings.keys(of: "Group")),
            ]
    }

    private func chapter(_ title: String, _ words: [String], _ keys: [KeyReference]) -> String {
        let page = "\n## \(title)\n\n\(words.map(prose).joined(separator: "\n\n"))\n"
        guard !keys.isEmpty else { return page }
        let titles = ["Key", "Default", "means"].map(language.text).joined(separator: " | ")
        return page + "\n| \(titles) |\n|---|---|---|\n" + keys.map(row).joined()
    }

    private func row(of key: KeyReference) -> String {
        let text = key.defaultText
        let value = key.isMandatory ? language.text("must be set") : text.isEmpty ? "" : "`\(text)`"
        let advice = KeyAdvice.on(key)
        let example = advice?.example.map { language.text("Example: %", "`\(key.name)=\($0.cell)`") }
        // Each on a line of its own: a cell of three sentences is not read.
        let lines = [prose(key.summary), advice.map { prose($0.text) }, example]
        let means = lines.compactMap(\.self).joined(separator: "<br>")
        return "| `\(key.name)=` | \(value) | \(means) |\n"
    }

    private var parameters: String {
        let lists = [
            (ParameterText.harmless, ParameterText.harmlessNames),
            (ParameterText.configuring, ParameterText.configuringNames),
        ]
        return
            "\n### \(language.text("Names of `Parameter=`"))\n\n\(language.text(ParameterText.introduction))\n"
            + lists.map { unfolding(language.text($0), $1) }.joined()
    }

    /// A list that a reader looks up and does not read.
    private func unfolding(_ title: String, _ names: [String]) -> String {
        let list = names.map { "`\($0)`" }.joined(separator: ", ")
        return "\n<details><summary>\(title)</summary>\n\n\(list)\n\n</details>\n"
    }

    private func prose(_ text: String) -> String { language.text(text).prose }

    private func table(_ title: String, _ rows: [(String, String)]) -> String {
        "\n### \(language.text(title))\n\n| | |\n|---|---|\n"
            + rows.map { "| `\($0)` | \(language.text($1)) |\n" }.joined()
    }
}
