internal import CommandLine
internal import Control

/// A file of the repository that is made from the tables: `make generate` writes it, and a test compares it.
package struct GeneratedPage: Sendable {
    /// From the root of the repository.
    package let path: String
    package let text: String

    package static let all = browserPages + manuals + manualsOfCommands + completions

    private static let browserPages = [Language.english, .chinese].flatMap { language in
        [
            GeneratedPage(
                path: "docs/ossauthctl\(language.ending).md", text: Program.ossauthctl.markdown(in: language)),
            GeneratedPage(
                path: "docs/configuration\(language.ending).md",
                text: ConfigurationPage.markdown(in: language)),
        ]
    }

    private static let manuals = [
        GeneratedPage(path: "docs/man/ossauthctl.1", text: Program.ossauthctl.mdoc),
        GeneratedPage(path: "docs/man/ossauthd.8", text: Program.ossauthd.mdoc),
        GeneratedPage(path: "docs/man/ossauth-appserver.1", text: Program.appServer.mdoc),
        GeneratedPage(path: "docs/man/ossauth-unchunk.8", text: Program.unchunk.mdoc),
        GeneratedPage(path: "docs/man/ossauthd.conf.5", text: ConfigurationPage.mdoc),
    ]

    private static let manualsOfCommands = Program.ossauthctl.documentedCommands.map { command in
        GeneratedPage(
            path: "docs/man/\(Program.ossauthctl.pageName(of: command)).1",
            text: Program.ossauthctl.mdoc(of: command))
    }

    private static let completions = [
        GeneratedPage(
            path: "packaging/completions/ossauthctl.bash", text: CompletionScript.bash(.ossauthctl)),
        GeneratedPage(path: "packaging/completions/_ossauthctl", text: CompletionScript.zsh(.ossauthctl)),
        GeneratedPage(
            path: "packaging/completions/ossauthctl.fish", text: CompletionScript.fish(.ossauthctl)),
    ]
}
