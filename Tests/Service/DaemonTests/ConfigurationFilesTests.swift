import Kernel
import Sections
import Settings
import TestSupport
import Testing

@testable import Daemon

struct ConfigurationFilesTests {
    private let directory: TemporaryDirectory
    private let main: String

    init() throws {
        directory = try TemporaryDirectory()
        main = directory.appending("main.conf")
        try File.replace(main, with: "main".utf8Span.span)
    }

    /// Files of a folder, whose content is their path.
    private func fill(_ folder: String, with names: [String]) throws -> String {
        let path = directory.appending(folder)
        try File.makeDirectory(path, mode: 0o700)
        for name in names { try File.replace("\(path)/\(name)", with: "\(folder)/\(name)".utf8Span.span) }
        return path
    }

    private func contents(_ files: [SourceFile]) -> [String] {
        files.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test func `reads the file and then its drop-ins by their names`() throws {
        _ = try fill("main.conf.d", with: ["b.conf", "a.conf", "10-z.conf", "9-a.conf", "B.conf"])
        let files = try ConfigurationFiles.read(main)
        #expect(
            contents(files) == ["main"]
                + ["10-z", "9-a", "B", "a", "b"].map { "main.conf.d/\($0).conf" })
        #expect(files.first?.path == main)
    }

    @Test func `reads neither what is hidden nor what has another ending`() throws {
        _ = try fill(
            "main.conf.d",
            with: [".a.conf", "a.conf~", "b.conf.dpkg-old", "conf", "README", ".conf", "c.CONF", "d.conf"])
        #expect(contents(try ConfigurationFiles.read(main)) == ["main", "main.conf.d/d.conf"])
    }

    @Test func `a folder hides files of the same name in those before it`() throws {
        let folders = [
            try fill("lib", with: ["a.conf", "b.conf", "c.conf"]), directory.appending("missing"),
            try fill("run", with: ["b.conf"]), try fill("etc", with: ["c.conf", "0.conf"]),
        ]
        let paths = try ConfigurationFiles.dropIns(in: folders).map { $0.dropFirst(directory.path.count + 1) }
        #expect(paths == ["etc/0.conf", "lib/a.conf", "run/b.conf", "etc/c.conf"])
    }

    @Test func `without a folder the file alone counts`() throws {
        #expect(contents(try ConfigurationFiles.read(main)) == ["main"])
    }

    /// A directory, a link to nothing, and more than a mebibyte.
    @Test(arguments: ["directory", "dangling", "huge"])
    func `a file that cannot be read is an error with its path`(kind: String) throws {
        let folder = try fill("main.conf.d", with: kind == "huge" ? [] : ["a.conf"])
        let path = "\(folder)/b.conf"
        switch kind {
        case "directory": try File.makeDirectory(path, mode: 0o700)
        case "dangling": try makeLink(path, to: "nowhere")
        default:
            try File.replace(path, with: String(repeating: "#", count: 1_048_577).utf8Span.span)
        }
        let error = try #require(throws: SystemError.self) { _ = try ConfigurationFiles.read(main) }
        #expect(error.path == path)
    }

    @Test func `a file that was named must be there`() throws {
        let missing = directory.appending("missing.conf")
        let error = try #require(throws: SystemError.self) { _ = try ConfigurationFiles.read(missing) }
        #expect(error.path == missing)
    }
}
