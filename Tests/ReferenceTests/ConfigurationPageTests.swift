import Bytes
import Settings
import Testing

@testable import Reference

/// Compares the text around the tables with the code that reads a configuration.
struct ConfigurationPageTests {
    private func problems(_ text: String) -> [String] {
        var environment = Environment()
        environment.uidOfUser = { ["www-data": 33, "NAME": 1][$0] }
        environment.gidOfGroup = { ["NAME": 1][$0] }
        do throws(InvalidSettings) {
            _ = try Settings(
                reading: [SourceFile(path: "a.conf", bytes: Array(text.utf8))], environment: environment)
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    @Test func `its example is a good configuration`() {
        #expect(problems(ConfigurationText.example.joined(separator: "\n")) == [])
    }

    @Test(arguments: ConfigurationText.selectors.map(\.0))
    func `its selectors are known`(name: String) {
        let selector = name.hasSuffix(":N") ? "\(name.dropLast())7" : name
        #expect(problems("[Access a]\nMatch=\(selector)\nAllow=sign\n") == [])
    }

    /// The summary of the key has all words, in the order of the code.
    @Test func `its operations are all that there are`() throws {
        let key = try #require(Settings.keys.first { $0.section == "Access" && $0.name == "Allow" })
        #expect(ConfigurationText.operations.map(\.0).joined(separator: " ") + "." == key.summary)
        for (name, _) in ConfigurationText.operations {
            #expect(problems("[Access a]\nMatch=uid:1\nAllow=\(name)\n") == [])
        }
    }

    /// A parameter in neither list would be granted or refused without documentation.
    @Test func `its parameters are in one list each, and a rule may name those of the second`() {
        let (harmless, configuring) = (ParameterText.harmlessNames, ParameterText.configuringNames)
        #expect(harmless.count > 40 && Set(harmless).isDisjoint(with: configuring))
        #expect(configuring.contains("x-oss-process"))
        #expect(
            problems("[Access a]\nMatch=uid:1\nAllow=sign\nParameter=\(configuring.joined(separator: " "))\n")
                == [])
        for name in harmless + configuring { #expect(ConfigurationPage.markdown.contains("`\(name)`")) }
    }

    @Test func `each key has its place, once for each source`() {
        let lines = ConfigurationPage.mdoc.split(separator: "\n")
        let rows = ConfigurationPage.markdown.split(separator: "\n")
        let shared = Set(Settings.keys.filter { $0.source == .appserver }.map(\.name))
        let keys =
            Settings.keys.filter { $0.source != .remoteSigner || !shared.contains($0.name) }
            + IssuingSettings.keys
        for name in Set(keys.map(\.name)) {
            let count = keys.count { $0.name == name }
            #expect(lines.count { $0 == ".It Cm \"\(name)=\"" } == count, "\(name)")
            #expect(rows.count { $0.hasPrefix("| `\(name)=` |") } == count, "\(name)")
        }
    }
}
