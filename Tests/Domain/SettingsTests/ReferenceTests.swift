internal import Access
import Foundation
internal import Sections
internal import Settings
import Testing

struct ReferenceTests {
    private static let example = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../etc/ossauthd.conf")

    /// The example as it would be with everything in it switched on.
    private func uncommented() throws -> [Substring] {
        try String(contentsOf: Self.example, encoding: .utf8).split(separator: "\n").map { line in
            line.hasPrefix("#") && !line.hasPrefix("# ") && line != "#" ? line.dropFirst() : line
        }
    }

    @Test func `the example is valid as it is installed`() throws {
        let text = try String(contentsOf: Self.example, encoding: .utf8)
        let read = try settings(text)
        #expect(try read == settings(""))
    }

    @Test func `the example is valid with everything in it switched on`() throws {
        let text = try uncommented().joined(separator: "\n")
        #expect(problems(text) == [])
        #expect(try settings(text).profiles.map(\.name) == ["media", "archive"])
        #expect(try settings(text).policy.rules.map(\.name) == ["web"])
    }

    @Test func `the example names every key of the daemon with its default`() throws {
        let lines = try uncommented().filter { !$0.hasPrefix("#") }
        let start = try #require(lines.firstIndex(of: "[Daemon]"))
        let daemon = lines[(start + 1)...].prefix { !$0.hasPrefix("[") }.map(String.init)
        let expected = Settings.keys.filter { $0.section == "Daemon" }.map { "\($0.name)=\($0.defaultText)" }
        #expect(daemon == expected)
    }

    @Test func `every default is what its own text means`() throws {
        for section in ["Daemon", "Profile p", "Access a"] {
            let keys = Settings.keys.filter { section.hasPrefix($0.section) && $0.source == nil }
            let defaults = keys.filter { !$0.isMandatory }.map { "\($0.name)=\($0.defaultText)\n" }.joined()
            let base = "[Profile p]\nSource=manual\n[Access a]\nMatch=uid:1\nAllow=sign\n"
            #expect(try settings(base, "[\(section)]\n\(defaults)") == settings(base))
        }
    }

    @Test func `every default of a source is what its own text means`() throws {
        for (source, mandatory) in minimal {
            let base = "[Profile p]\nSource=\(source.rawValue)\n\(mandatory)[Profile q]\nSource=manual\n"
            let keys = Settings.keys.filter { $0.source == source.rawValue && !$0.isMandatory }
            let defaults = keys.map { "\($0.name)=\($0.defaultText)\n" }.joined()
            #expect(try settings(base, "[Profile p]\n\(defaults)") == settings(base), "\(source)")
        }
    }

    @Test func `a source says all that it needs`() {
        for (source, _) in minimal {
            let needed = Settings.keys.filter { $0.source == source.rawValue && $0.isMandatory }.map(\.name)
            let found = problems(profile: "Source=\(source.rawValue)\n")
            #expect(found == needed.map { "a.conf:1:1: [Profile p] needs \($0)=" })
        }
    }

    @Test func `every key has a sentence and is there once`() {
        for key in Settings.keys {
            #expect(key.summary.hasSuffix("."), "\(key.name)")
            let twins = Settings.keys.filter {
                ($0.section, $0.name) == (key.section, key.name)
                    && ($0.source == nil || $0.source == key.source)
            }
            #expect(twins.count == 1, "\(key.name)")
        }
        #expect(
            Set(Settings.keys.map(\.section)) == ["Daemon", "Profile", "Access", "Sink", "Forward", "Role"])
    }

    /// For each source what it cannot be without.
    private let minimal: [(SourceKind, String)] = [
        (.manual, ""), (.appserver, "URL=https://a\n"),
        (.static, "AccessKeyIDFile=i\nAccessKeySecretFile=s\n"),
        (.remoteSigner, "URL=https://a\nAccessKeyID=i\n"),
        (.assumeRole, "Via=q\nRoleArn=acs:ram::1:role/r\n"),
        (
            .assumeRoleOIDC,
            "RoleArn=acs:ram::1:role/r\nOIDCProviderArn=acs:ram::1:oidc-provider/o\nTokenFile=/t\n"
        ),
        (.ecsRAMRole, ""), (.credentialsURI, "URL=https://a\n"), (.process, "Command=/x\n"),
        (.chain, "Profiles=q\n"),
    ]
}
