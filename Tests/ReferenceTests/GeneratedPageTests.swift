import Bytes
import Kernel
import Reference
import TestSupport
import Testing

/// The files of the repository that are made from the tables.
struct GeneratedPageTests {
    /// All that a program says.
    private func output(of words: [String]) throws -> String {
        var program = try RunningProgram("/bin/sh", ["-c", #"exec "$0" "$@" 2>&1"#] + words)
        return try program.rest().string
    }

    /// Tests run in the root of the package.
    private static func committed(_ path: String) throws -> String {
        try File.contents(of: path, atMost: 1_048_576).string
    }

    @Test(arguments: GeneratedPage.all.map(\.path))
    func `is the same as the table; 'make generate' writes it`(path: String) throws {
        let page = try #require(GeneratedPage.all.first { $0.path == path })
        #expect(try Self.committed(path) == page.text)
    }

    @Test(arguments: try File.names(in: "docs/man").map { "docs/man/\($0)" })
    func `is a manual page that mandoc has nothing to say against`(path: String) throws {
        let complaints = try output(of: ["/usr/bin/mandoc", "-T", "lint", path]).split(separator: "\n")
        // Whether other pages are installed here says nothing of this one.
        #expect(
            complaints.filter { !$0.contains("mandoc.db") && !$0.contains("referenced manual not found") }
                == [])
    }

    @Test(arguments: [
        ("/bin/bash", "ossauthctl.bash"), ("/usr/bin/zsh", "_ossauthctl"),
        ("/usr/bin/fish", "ossauthctl.fish"),
    ])
    func `is a script that its shell reads`(shell: String, name: String) throws {
        #expect(try output(of: [shell, "-n", "packaging/completions/\(name)"]) == "")
    }
}
