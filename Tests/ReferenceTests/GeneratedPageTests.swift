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

    @Test func `are all the manual pages, one for each command`() throws {
        let written = GeneratedPage.all.map(\.path).filter { $0.hasPrefix("docs/man/") }
        #expect(try File.names(in: "docs/man").map { "docs/man/\($0)" }.sorted() == written.sorted())
        for name in ["presign", "credentials-set", "top"] {
            #expect(written.contains("docs/man/ossauthctl-\(name).1"))
        }
    }

    @Test(arguments: try File.names(in: "docs/man").map { "docs/man/\($0)" })
    func `is a manual page that mandoc has nothing to say against`(path: String) throws {
        let complaints = try output(of: ["/usr/bin/mandoc", "-T", "lint", path]).split(separator: "\n")
        // Other pages need not be installed here, and this one belongs to no operating system.
        let known = ["mandoc.db", "referenced manual not found", "operating system explicitly specified"]
        #expect(complaints.filter { complaint in !known.contains { complaint.contains($0) } } == [])
    }

    @Test(arguments: try File.names(in: "docs/man").map { "docs/man/\($0)" })
    func `is a manual page of this project, with names that can be copied`(path: String) throws {
        let page = try output(of: ["/usr/bin/groff", "-mandoc", "-Tutf8", "-rLL=80n", path])
        // An example may be longer than a line.
        let warnings = try output(of: ["/usr/bin/groff", "-mandoc", "-Tutf8", "-ww", "-Wbreak", "-z", path])
        #expect(warnings == "")
        #expect(page.contains("ossauthd 0.2.0") && !page.contains("BSD"))
        // The hyphen that groff adds where it breaks a word.
        #expect(!page.unicodeScalars.contains("\u{2010}"))
    }

    @Test(arguments: [
        ("/bin/bash", "ossauthctl.bash"), ("/usr/bin/zsh", "_ossauthctl"),
        ("/usr/bin/fish", "ossauthctl.fish"),
    ])
    func `is a script that its shell reads`(shell: String, name: String) throws {
        #expect(try output(of: [shell, "-n", "packaging/completions/\(name)"]) == "")
    }
}
