internal import CommandLine

extension Settings {
    /// The reference of all keys as a manual page, in mdoc.
    package static var mdoc: String {
        var page = Mdoc("ossauthd.conf", section: 5)
        page.section("NAME") { page in
            page.request("Nm ossauthd.conf")
            page.request("Nd configuration of ossauthd")
        }
        page.section("DESCRIPTION") { page in
            for paragraph in ReferenceText.paragraphs {
                page.paragraph()
                page.prose(paragraph)
            }
        }
        for chapter in ReferenceChapter.all { chapter.write(on: &page) }
        page.section("SEE ALSO") { page in
            page.request("Xr ossauthctl 1 ,")
            page.request("Xr ossauthd 8")
        }
        return page.text
    }
}

extension ReferenceChapter {
    fileprivate func write(on page: inout Mdoc) {
        // A bracket at the end of a heading would be taken for punctuation.
        page.section("\(title.literal)\\&") { page in
            page.prose(introduction)
            page.list(keys.map(\.entry))
        }
    }
}

extension KeyReference {
    fileprivate var entry: Mdoc.Entry {
        let value = isMandatory ? " Must be set." : defaultText.isEmpty ? "" : " Default: \(defaultText)."
        return Mdoc.Entry(head: "Li \("\(name)=".argument)", summary: summary + value)
    }
}
