internal import CommandLine
internal import IssuingSettings
internal import Sections
internal import Settings

/// The manual page of the configuration: every key from the key table, and the text around the keys.
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
        page.section("THE APPSERVER") { page in
            page.paragraphs(AppServerText.server)
            page.list(IssuingSettings.keys(of: "AppServer"))
            page.request("Ss Users and groups")
            page.paragraphs(AppServerText.terms)
            page.list(IssuingSettings.keys(of: "Group"))
        }
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
        page.section("PROXIES") { page in
            page.paragraphs(ConfigurationText.forward)
            page.list(keys(of: "Forward"))
        }
        page.section("ROLE ADDRESS") { page in
            page.paragraphs(ConfigurationText.role)
            page.list(keys(of: "Role"))
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

    /// The keys of a source; a remote signer shares those of the AppServer, which are listed there.
    static func keys(of kind: SourceKind) -> [KeyReference] {
        let known = Set(Settings.keys.filter { $0.source == SourceKind.appserver.rawValue }.map(\.name))
        let keys = Settings.keys.filter { $0.source == kind.rawValue }
        return kind == .remoteSigner ? keys.filter { !known.contains($0.name) } : keys
    }
}

extension Mdoc {
    fileprivate mutating func list(_ keys: [KeyReference]) {
        list(keys.map { Entry(head: "Cm \("\($0.name)=".argument)", summary: $0.sentences) })
    }
}

extension KeyReference {
    /// The summary of the key, its default and the advice on it.
    fileprivate var sentences: String {
        let value = isMandatory ? "Required." : defaultText.isEmpty ? "" : "Default: \(defaultText)."
        let example = advice?.example.map { "Example: \(name)=\($0)" } ?? ""
        return [summary, value, advice?.text ?? "", example].filter { !$0.isEmpty }.joined(separator: " ")
    }

    private var advice: KeyAdvice? { KeyAdvice.on(self) }
}

extension SourceKind {
    /// The purpose of the source.
    var explanation: String {
        switch self {
        case .appserver:
            """
            Tokens from a server of yours, over HTTP: by default it answers with StatusCode, AccessKeyId, \
            AccessKeySecret, SecurityToken and Expiration, as the mobile SDKs know it. Map= and Success= \
            describe another form of answer; Decoder= converts anything else.
            """
        case .manual: "Nothing is fetched: ossauthctl credentials set gives the profile its token."
        case .static: "A long-lived key of its own, from two files."
        case .remoteSigner:
            """
            The key stays on a server of yours, which is asked for each signature. All keys of Source=appserver but \
            Body= are valid here too; Method= is POST.
            """
        case .assumeRole: "A role of RAM, for which STS is asked with the key of another profile."
        case .assumeRoleOIDC: "A role of RAM, for which STS is asked with the token of an identity provider."
        case .ecsRAMRole: "The role of this ECS instance, from its metadata service."
        case .credentialsURI: "A credential in six members, from one URL."
        case .process: "A command that prints a credential, in any form that is known."
        case .chain: "The first of other profiles that can sign."
        }
    }
}
