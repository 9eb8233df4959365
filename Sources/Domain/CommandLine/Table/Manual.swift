/// What only the manual page of a program tells: nobody needs it in a terminal.
package struct Manual: Equatable, Sendable {
    /// 1 for what everybody runs, 8 for what the system runs.
    package let section: Int
    package let signals: [Note]
    package let files: [Note]
    /// Other pages, as in `ossauthd(8)`.
    package let seeAlso: [String]

    package init(
        section: Int = 1, signals: [Note] = [], files: [Note] = [], seeAlso: [String] = []
    ) {
        self.section = section
        self.signals = signals
        self.files = files
        self.seeAlso = seeAlso
    }
}
