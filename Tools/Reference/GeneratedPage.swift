internal import CommandLine
internal import Control

/// A file that is made from the tables.
package struct GeneratedPage: Sendable {
    /// From the root of the repository, or from the folder of the pages of the packages.
    package let path: String
    package let text: String

    /// The manual pages, which `make release` writes for the packages.
    package static let manuals = manualsOfPrograms + manualsOfCommands

    /// The files of the repository: `make generate` writes them, and a test compares them.
    package static let committed = [Language.english, .chinese].flatMap { language in
        [
            GeneratedPage(
                path: "docs/ossauthctl\(language.ending).md", text: Program.ossauthctl.markdown(in: language)),
            GeneratedPage(
                path: "docs/configuration\(language.ending).md",
                text: ConfigurationPage.markdown(in: language)),
        ]
    }

    private static let manualsOfPrograms = [
        GeneratedPage(path: "man/ossauthctl.1", text: Program.ossauthctl.mdoc),
        GeneratedPage(path: "man/ossauthd.8", text: Program.ossauthd.mdoc),
        GeneratedPage(path: "man/ossauth-appserver.1", text: Program.appServer.mdoc),
        GeneratedPage(path: "man/ossauth-unchunk.8", text: Program.unchunk.mdoc),
        GeneratedPage(path: "man/ossauthd.conf.5", text: ConfigurationPage.mdoc),
    ]

    private static let manualsOfCommands = Program.ossauthctl.documentedCommands.map { command in
        GeneratedPage(
            path: "man/\(Program.ossauthctl.pageName(of: command)).1",
            text: Program.ossauthctl.mdoc(of: command))
    }

    /// The scripts of the shells, written in the same way.
    package static let completions = [
        GeneratedPage(path: "completions/ossauthctl.bash", text: CompletionScript.bash(.ossauthctl)),
        GeneratedPage(path: "completions/_ossauthctl", text: CompletionScript.zsh(.ossauthctl)),
        GeneratedPage(path: "completions/ossauthctl.fish", text: CompletionScript.fish(.ossauthctl)),
    ]
}
