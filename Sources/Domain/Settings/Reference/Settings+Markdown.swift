extension Settings {
    /// The reference of all keys as a page for a browser.
    package static var markdown: String {
        """
        # The configuration, key by key

        Made from the key table by `make generate`; the manual page `ossauthd.conf`(5) says the same.
        [operating.md](operating.md) tells how the keys are used together.

        \(ReferenceText.paragraphs.joined(separator: "\n\n"))

        """ + ReferenceChapter.all.map(\.markdown).joined()
    }
}

extension ReferenceChapter {
    fileprivate var markdown: String {
        let page = "\n## \(title)\n\n\(introduction)\n"
        guard !keys.isEmpty else { return page }
        return page + "\n| Key | Default | means |\n|---|---|---|\n" + keys.map(\.row).joined()
    }
}

extension KeyReference {
    fileprivate var row: String {
        let value = isMandatory ? "must be set" : defaultText.isEmpty ? "" : "`\(defaultText)`"
        return "| `\(name)=` | \(value) | \(summary) |\n"
    }
}
