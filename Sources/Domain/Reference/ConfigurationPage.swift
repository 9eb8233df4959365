internal import CommandLine
internal import Settings

/// The manual page of the configuration: every key from its table, and the words around them.
package enum ConfigurationPage {
    package static var mdoc: String {
        var page = Mdoc("ossauthd.conf", section: 5)
        page.section("NAME") { page in
            page.request("Nm ossauthd.conf")
            page.request("Nd configuration of the signing agent for Alibaba Cloud OSS")
        }
        page.section("SYNOPSIS") { page in
            for (index, path) in paths.enumerated() {
                if index > 0 { page.request("br") }
                page.request("Pa \(path.argument)")
            }
        }
        page.section("DESCRIPTION") { $0.paragraphs(ConfigurationText.syntax) }
        writeKeys(on: &page)
        page.section("EXAMPLES") { page in
            page.prose(ConfigurationText.exampleIntroduction)
            page.verbatim(ConfigurationText.example)
        }
        page.section("SEE ALSO") { page in
            page.request("Xr ossauthctl 1 ,")
            page.request("Xr systemd.time 7 ,")
            page.request("Xr ossauthd 8")
        }
        return page.text
    }

    private static let paths = [
        "/etc/ossauthd/ossauthd.conf", "/etc/ossauthd/ossauthd.conf.d/*.conf",
        "/run/ossauthd/ossauthd.conf.d/*.conf", "/usr/lib/ossauthd/ossauthd.conf.d/*.conf",
    ]

    private static func writeKeys(on page: inout Mdoc) {
        page.section("THE DAEMON") { page in
            page.paragraphs(ConfigurationText.daemon)
            page.list(keys(of: "Daemon"))
        }
        page.section("PROFILES") { page in
            page.paragraphs(ConfigurationText.profile)
            page.list(keys(of: "Profile"))
            for kind in SourceKind.allCases { write(kind, on: &page) }
        }
        page.section("ACCESS RULES") { page in
            page.paragraphs(ConfigurationText.access)
            page.list(keys(of: "Access"))
            page.request("Ss Selectors of Match=")
            page.list(ConfigurationText.selectors.map { Mdoc.Entry(head: "Li \($0.argument)", summary: $1) })
            page.request("Ss Operations of Allow=")
            page.list(ConfigurationText.operations.map { Mdoc.Entry(head: "Li \($0.argument)", summary: $1) })
            page.request("Ss Names of Parameter=")
            page.paragraphs(ParameterText.paragraphs)
        }
        page.section("SINKS") { page in
            page.paragraphs(ConfigurationText.sink)
            page.list(keys(of: "Sink"))
        }
    }

    private static func write(_ kind: SourceKind, on page: inout Mdoc) {
        page.request("Ss Source=\(kind.rawValue.literal)")
        page.prose(kind.explanation)
        page.list(keys(of: kind))
    }

    static func keys(of section: String) -> [KeyReference] {
        Settings.keys.filter { $0.section == section && $0.source == nil }
    }

    /// The signing server is asked as the AppServer is, which need not be said twice.
    static func keys(of kind: SourceKind) -> [KeyReference] {
        let known = Set(Settings.keys.filter { $0.source == .appserver }.map(\.name))
        let keys = Settings.keys.filter { $0.source == kind }
        return kind == .remoteSigner ? keys.filter { !known.contains($0.name) } : keys
    }
}

extension Mdoc {
    fileprivate mutating func paragraphs(_ texts: [String]) {
        for text in texts {
            paragraph()
            prose(text)
        }
    }

    fileprivate mutating func list(_ keys: [KeyReference]) {
        list(keys.map { Entry(head: "Cm \("\($0.name)=".argument)", summary: $0.sentences) })
    }
}

extension KeyReference {
    /// What the key says, and what holds without it.
    fileprivate var sentences: String {
        if isMandatory { return "\(summary) Required." }
        return defaultText.isEmpty ? summary : "\(summary) Default: \(defaultText)."
    }
}
