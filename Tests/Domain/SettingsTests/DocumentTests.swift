internal import Access
import Foundation
internal import Sections
internal import Settings
import Testing

/// The settings that the documents tell operators to write.
struct DocumentTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")

    /// The pieces of configuration in a document; drop-ins of units are not ours.
    private static func configurations(in path: String) throws -> [String] {
        let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        let blocks = text.components(separatedBy: "```ini\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        return blocks.filter { block in
            ["[Daemon]", "[Profile ", "[Access ", "[Sink "].contains { block.contains($0) }
        }
    }

    /// A recipe is used by itself; the pieces of another page belong together.
    private static func wholes(in path: String) throws -> [String] {
        let pieces = try configurations(in: path)
        return recipes.contains(path) ? pieces : [pieces.joined()]
    }

    private static let users: [String: UInt32] = [
        "root": 0, "www-data": 33, "backup": 34, "app": 50, "ossauth-nginx": 996, "gallery": 997,
        "gitlab-runner": 998, "alice": 1000, "bob": 1001,
    ]

    private static let recipes = ["docs/configure.md", "docs/configure.zh-CN.md"]

    /// All in which there is any, but for the cookbook: Tests/Systems/Callers/test_cookbook.py checks each of its pieces.
    private static let pages = ["", "docs/", "docs/connect/", "docs/decisions/"].flatMap { folder in
        let names = try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path())
        return (names ?? []).filter { $0.hasSuffix(".md") }.map { folder + $0 }
    }.filter { !$0.hasPrefix("docs/cookbook") && (try? configurations(in: $0).isEmpty) == false }

    @Test(arguments: pages)
    func `configuration shown in a document has no error and no warning`(path: String) throws {
        var environment = Environment()
        environment.uidOfUser = { Self.users[$0] }
        environment.gidOfGroup = { ["ossauth": 990, "app": 50][$0] }
        for text in try Self.wholes(in: path) {
            try #require(problems([text], environment: environment) == [])
            let files = [SourceFile(path: path, bytes: Array(text.utf8))]
            let settings = try Settings(reading: files, environment: environment)
            #expect(settings.findings(about: files, in: environment).map(\.description) == [])
            #expect(!settings.policy.rules.isEmpty)
        }
    }

    @Test func `the pages for operators are among them`() {
        let expected = [
            "README", "README.zh-CN", "docs/agents", "docs/agents.zh-CN", "docs/appserver",
            "docs/appserver.zh-CN", "docs/compatibility",
            "docs/compatibility.zh-CN",
            "docs/configure", "docs/configure.zh-CN", "docs/connect", "docs/connect.zh-CN",
            "docs/connect/credentials", "docs/connect/credentials.zh-CN",
            "docs/connect/kubernetes", "docs/connect/kubernetes.zh-CN",
            "docs/connect/role", "docs/connect/role.zh-CN",
            "docs/connect/sdks", "docs/connect/sdks.zh-CN", "docs/gateway", "docs/gateway.zh-CN",
            "docs/operating", "docs/operating.zh-CN", "docs/rules", "docs/rules.zh-CN",
            "docs/sources", "docs/sources.zh-CN",
        ]
        #expect(Self.pages.sorted() == expected.map { "\($0).md" })
    }
}
