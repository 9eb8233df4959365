internal import Access
import Foundation
internal import Settings
import Testing

/// What the documents tell operators to write.
struct DocumentTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")

    /// The pieces of configuration in a document, one behind the other; drop-ins of units are not ours.
    private func configuration(in path: String) throws -> String {
        let text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
        let blocks = text.components(separatedBy: "```ini\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        return blocks.filter { block in
            ["[Daemon]", "[Profile ", "[Access ", "[Sink "].contains { block.contains($0) }
        }.joined()
    }

    @Test(arguments: ["README.md", "README.zh-CN.md", "docs/operating.md", "docs/operating.zh-CN.md"])
    func `what a document says to write has no mistake`(path: String) throws {
        var environment = Environment()
        environment.uidOfUser = { ["root": 0, "www-data": 33][$0] }
        environment.gidOfGroup = { ["ossauth": 990, "app": 50][$0] }
        let text = try configuration(in: path)
        #expect(problems([text], environment: environment) == [])
        #expect(try !settings(text, environment: environment).policy.rules.isEmpty)
    }
}
