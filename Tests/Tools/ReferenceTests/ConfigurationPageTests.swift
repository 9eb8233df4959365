import Access
import Bytes
import IssuingSettings
import Sections
import Settings
import Testing

@testable import Reference

/// Compares the text around the tables with the code that reads a configuration.
struct ConfigurationPageTests {
    private func problems(_ text: String) -> [String] {
        var environment = Environment()
        environment.uidOfUser = {
            ["www-data": 33, "NAME": 1, "nobody": 65534, "app": 1, "ossauth-nginx": 2][$0]
        }
        environment.gidOfGroup = { ["NAME": 1, "ossauth": 2, "app": 1][$0] }
        do throws(InvalidSettings) {
            _ = try Settings(
                reading: [SourceFile(path: "a.conf", bytes: Array(text.utf8))], environment: environment)
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    @Test func `the example of the page is a valid configuration`() {
        #expect(problems(ConfigurationText.example.joined(separator: "\n")) == [])
    }

    @Test(arguments: ConfigurationText.selectors.map(\.0))
    func `the selectors of the page are known`(name: String) {
        let selector = name.hasSuffix(":N") ? "\(name.dropLast())7" : name
        #expect(problems("[Access a]\nMatch=\(selector)\nAllow=sign\n") == [])
    }

    /// The summary of the key has all words, in the order of the code.
    @Test func `the page has all operations and no others`() throws {
        let key = try #require(Settings.keys.first { $0.section == "Access" && $0.name == "Allow" })
        #expect(ConfigurationText.operations.map(\.0).joined(separator: " ") + "." == key.summary)
        #expect(Set(ConfigurationText.operations.map(\.0)) == Set(Operation.allCases.map { "\($0.name)" }))
    }

    /// A parameter in neither list would be granted or refused without documentation.
    @Test func `its parameters are in one list each, and a rule may name those of the second`() {
        let (harmless, configuring) = (ParameterText.harmlessNames, ParameterText.configuringNames)
        #expect(harmless.count > 40 && Set(harmless).isDisjoint(with: configuring))
        #expect(configuring.contains("x-oss-process"))
        #expect(
            problems("[Access a]\nMatch=uid:1\nAllow=sign\nParameter=\(configuring.joined(separator: " "))\n")
                == [])
        for name in harmless + configuring {
            #expect(ConfigurationPage.markdown(in: .english).contains("`\(name)`"))
        }
    }

    @Test func `each key has its place, once for each source`() {
        let lines = ConfigurationPage.mdoc.split(separator: "\n")
        let rows = ConfigurationPage.markdown(in: .english).split(separator: "\n")
        let shared = Set(Settings.keys.filter { $0.source == "appserver" }.map(\.name))
        let keys =
            Settings.keys.filter { $0.source != "remote-signer" || !shared.contains($0.name) }
            + IssuingSettings.keys
        for name in Set(keys.map(\.name)) {
            let count = keys.count { $0.name == name }
            #expect(lines.count { $0 == ".It Cm \"\(name)=\"" } == count, "\(name)")
            #expect(rows.count { $0.hasPrefix("| `\(name)=` |") } == count, "\(name)")
        }
    }

    @Test func `each key has advice, and each advice its key`() {
        for key in Settings.keys { #expect(KeyAdvice.on(key) != nil, "\(key.section) \(key.name)") }
        let used = Set(Settings.keys.compactMap(KeyAdvice.on).map { "\($0.place) \($0.name)" })
        #expect(used == Set(KeyAdvice.all.map { "\($0.place) \($0.name)" }))
        #expect(used.count == KeyAdvice.all.count)
    }

    /// Keys that count only together with others.
    private static let companions = [
        "Profile Authorization": "TokenFile=t", "Profile TokenFile": "Authorization=bearer",
        "Profile User": "Authorization=basic\nPasswordFile=p",
        "Profile PasswordFile": "Authorization=basic\nUser=u",
        "Profile TokenURL": "\(oauth)\nClientID=i\nClientSecretFile=s",
        "Profile ClientID": "\(oauth)\nTokenURL=https://t\nClientSecretFile=s",
        "Profile ClientSecretFile": "\(oauth)\nTokenURL=https://t\nClientID=i",
        "Profile AssertionKey": client, "Profile AssertionCertificate": "\(client)\nAssertionKey=k",
        "Profile AssertionAudience": "\(client)\nAssertionKey=k",
        "Profile AssertionKeyID": "\(client)\nAssertionKey=k",
        "Profile InstanceIdentity": "\(client)\nFederatedCredential=f",
        "Profile FederatedCredential": "\(client)\nTokenFile=t",
        "Profile Scope": "\(oauth)\nTokenURL=https://t\nClientID=i\nClientSecretFile=s",
        "Profile ClientCertificate": "ClientKey=k", "Profile ClientKey": "ClientCertificate=/c.pem",
        "Profile Body": "Method=POST", "Access Burst": "Rate=1/s", "Sink Variables": "Format=env",
    ]
    private static let oauth = "Authorization=oauth2-client-credentials"
    private static let client = "\(oauth)\nTokenURL=https://t\nClientID=i"

    /// The sources for STS have keys `Scope` and `TokenFile` that need no other.
    private func companion(of key: KeyReference) -> String? {
        guard !["Scope", "TokenFile"].contains(key.name) || key.source?.hasPrefix("assume-role") != true
        else { return nil }
        return Self.companions["\(key.section) \(key.name)"]
    }

    /// Without the keys that a source shares with another one.
    private static let documented =
        Settings.keys.filter { $0.source == nil } + SourceKind.allCases.flatMap(ConfigurationPage.keys)

    /// The lines of a section that make it complete without this key.
    private func frame(of key: KeyReference) -> String {
        let needed = Settings.keys.filter {
            $0.section == key.section && $0.isMandatory && $0.name != key.name
                && ($0.source == nil || $0.source == key.source) && $0.name != "Source"
        }
        let header = ["Daemon", "Role"].contains(key.section) ? "[\(key.section)]" : "[\(key.section) x]"
        let source =
            key.section == "Profile" && key.name != "Source"
            ? ["Source=\(key.source ?? "manual")"] : []
        let lines = needed.map { "\($0.name)=\(KeyAdvice.on($0)?.example ?? "")" }
        return
            ([header] + source + lines + (companion(of: key).map { [$0] } ?? []))
            .joined(
                separator: "\n")
    }

    @Test(arguments: documented.filter { KeyAdvice.on($0)?.example != nil })
    func `each example is a value that the configuration accepts`(key: KeyReference) throws {
        let line = "\(key.name)=\(try #require(KeyAdvice.on(key)?.example))"
        let url = key.name == "Source" ? "\nURL=https://a" : ""
        let others =
            "\n[Profile media]\nSource=manual\nEndpoint=oss-cn-hangzhou.aliyuncs.com\n[Profile backup]\nSource=manual\n[Profile key]\nSource=manual\n"
        #expect(problems("\(frame(of: key))\n\(line)\(url)\(others)") == [], "\(line)")
    }
}
