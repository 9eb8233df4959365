import Bytes
import Kernel
import Reference
import TestSupport
import Testing

/// The files that are made from the tables.
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

    @Test(arguments: GeneratedPage.committed.map(\.path))
    func `is the same as the table; 'make generate' writes it`(path: String) throws {
        let page = try #require(GeneratedPage.committed.first { $0.path == path })
        #expect(try Self.committed(path) == page.text)
    }

    @Test(arguments: ["ossauthd.8", "ossauthd.conf.5", "ossauthctl-credentials-set.1"])
    func `is one of the manual pages`(name: String) {
        #expect(GeneratedPage.manuals.contains { $0.path == "man/\(name)" })
    }

    /// The path of a manual page in a folder of its own, with the name that its reader opens.
    private static func written(_ path: String, in folder: TemporaryDirectory) throws -> String {
        let page = try #require(GeneratedPage.manuals.first { $0.path == path })
        try File.makeDirectory(folder.appending("man"), mode: 0o700)
        try page.write(in: folder)
        return folder.appending(path)
    }

    @Test(arguments: GeneratedPage.manuals.map(\.path))
    func `is a manual page that mandoc has nothing to say against`(name: String) throws {
        let folder = try TemporaryDirectory()
        let path = try Self.written(name, in: folder)
        let complaints = try output(of: ["/usr/bin/mandoc", "-T", "lint", path]).split(separator: "\n")
        // Other pages need not be installed here, and this one belongs to no operating system.
        let known = ["mandoc.db", "referenced manual not found", "operating system explicitly specified"]
        #expect(complaints.filter { complaint in !known.contains { complaint.contains($0) } } == [])
    }

    @Test(arguments: GeneratedPage.manuals.map(\.path))
    func `is a manual page of this project, with names that can be copied`(name: String) throws {
        let folder = try TemporaryDirectory()
        let path = try Self.written(name, in: folder)
        let page = try output(of: ["/usr/bin/groff", "-mandoc", "-Tutf8", "-rLL=80n", path])
        // An example may be longer than a line.
        let warnings = try output(of: ["/usr/bin/groff", "-mandoc", "-Tutf8", "-ww", "-Wbreak", "-z", path])
        #expect(warnings == "")
        #expect(page.contains("ossauthd 1.0.0") && !page.contains("BSD"))
        // The hyphen that groff adds where it breaks a word.
        #expect(!page.unicodeScalars.contains("\u{2010}"))
    }
}

extension GeneratedPage {
    func write(in folder: TemporaryDirectory) throws {
        var file = try FileReplacement(of: folder.appending(path))
        try file.write(text.utf8Span.span)
        try file.install()
    }
}
