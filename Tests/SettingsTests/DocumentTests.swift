internal import Access
import Foundation
internal import Settings
import Testing

/// The settings that the documents tell operators to write.
struct DocumentTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")

    /// The pieces of configuration in a document, one behind the other; drop-ins of units are not ours.
    private static func configuration(in path: String) throws -> String {
        let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        let blocks = text.components(separatedBy: "```ini\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        return blocks.filter { block in
            ["[Daemon]", "[Profile ", "[Access ", "[Sink "].contains { block.contains($0) }
        }.joined()
    }

    /// All in which there is any.
    private static let pages = ["", "docs/", "docs/connect/", "docs/decisions/"].flatMap { folder in
        let names = try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path())
        return (names ?? []).filter { $0.hasSuffix(".md") }.map { folder + $0 }
    }.filter { (try? configuration(in: $0).isEmpty) == false }

    @Test(arguments: pages)
    func `configuration shown in a document has no error and no warning`(path: String) throws {
        var environment = Environment()
        environment.uidOfUser = { ["root": 0, "www-data": 33, "app": 50][$0] }
        environment.gidOfGroup = { ["ossauth": 990, "app": 50][$0] }
        let text = try Self.configuration(in: path)
        try #require(problems([text], environment: environment) == [])
        let files = [SourceFile(path: path, bytes: Array(text.utf8))]
        let settings = try Settings(reading: files, environment: environment)
        #expect(settings.findings(about: files, in: environment).map(\.description) == [])
        #expect(!settings.policy.rules.isEmpty)
    }

    @Test func `the pages for operators are among them`() {
        let expected = [
            "README", "README.zh-CN", "docs/compatibility", "docs/operating", "docs/operating.zh-CN",
        ]
        #expect(Self.pages.sorted() == expected.map { "\($0).md" })
    }
}
