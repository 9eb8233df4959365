import Bytes
import Glibc
import Kernel
import Synchronization
import TestSupport
import Testing

struct FolderReplacementTests {
    private static let access = FileAccess(mode: 0o640)
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.appending("app")
    }

    private func replace(with version: String) throws {
        var folder = try FolderReplacement(of: path)
        try Self.fill(folder, with: version)
        try folder.link()
        try folder.install()
    }

    private static func fill(_ folder: borrowing FolderReplacement, with version: String) throws {
        for name in ["id", "secret"] { try folder.add(name, version.utf8Span.span, for: access) }
        try folder.open(to: access)
    }

    private func content() throws -> [String] {
        try ["id", "secret"].map { name in try text(of: "\(path)/\(name)") }
    }

    private func others() throws -> [String] {
        try File.names(in: directory.path).filter { $0 != "app" }
    }

    @Test func `shows the old version until the new one is installed`() throws {
        try replace(with: "old")
        var folder = try FolderReplacement(of: path)
        try Self.fill(folder, with: "new")
        try folder.link()
        #expect(try content() == ["old", "old"])
        try folder.install()
        #expect(try content() == ["new", "new"])
    }

    @Test func `a reader in the old version finishes`() throws {
        try replace(with: "old")
        let old = "\(directory.path)/\(try File.target(ofLink: path))"
        try replace(with: "new")
        #expect(try text(of: "\(old)/secret") == "old")
        try replace(with: "newer")
        #expect(try FileStatus.existing(at: old) == nil)
        #expect(try others().count == 2)
    }

    @Test func `no other user can open it before it takes its place`() throws {
        var folder = try FolderReplacement(of: path)
        try folder.add("id", "new".utf8Span.span, for: Self.access)
        #expect(try others().map { try FileStatus(ofLink: directory.appending($0)).mode } == [0o700])
        try folder.open(to: Self.access)
        try folder.link()
        try folder.install()
        #expect(try FileStatus.reached(by: path)?.mode == 0o750)
        #expect(try FileStatus(ofLink: "\(path)/id").mode == 0o640)
    }

    @Test(arguments: 0...3)
    func `a failure before the installation leaves the old version and nothing else`(steps: Int) throws {
        try replace(with: "old")
        do {
            let folder = try FolderReplacement(of: path)
            if steps > 0 { try folder.add("id", "new".utf8Span.span, for: Self.access) }
            if steps > 1 { try Self.fill(folder, with: "new") } else { #expect(try others().count == 2) }
            if steps > 2 { try folder.link() }
        } catch is SystemError {
            // The second file of one name fails, as a full disk would.
        }
        #expect(try content() == ["old", "old"])
        #expect(try others().count == 1)
    }

    /// Leaves the same as a killed writer: the value never ends, and is no leak for the address sanitizer.
    private final class Killed: @unchecked Sendable {
        private static let all = Mutex<[Killed]>([])
        private let folder: FolderReplacement
        init(_ folder: consuming FolderReplacement) { self.folder = folder }
        func forget() { Killed.all.withLock { $0.append(self) } }
    }

    @Test(arguments: 0...3)
    func `a killed writer loses nothing, and the next one removes what it left`(steps: Int) throws {
        try replace(with: "older")
        try replace(with: "old")
        var folder = try FolderReplacement(of: path)
        if steps > 0 { try folder.add("id", "lost".utf8Span.span, for: Self.access) }
        if steps > 1 { try folder.link() }
        if steps > 2 { try folder.install() }
        Killed(folder).forget()
        if steps < 3 { #expect(try content() == ["old", "old"]) }
        let before = try File.target(ofLink: path)
        try replace(with: "new")
        #expect(try content() == ["new", "new"])
        #expect(try Set(others()) == [before, try File.target(ofLink: path)])
    }

    @Test func `a removal that was killed is finished by the next writer`() throws {
        try replace(with: "old")
        let old = "\(directory.path)/\(try File.target(ofLink: path))"
        try replace(with: "new")
        try File.remove("\(old)/id")
        try replace(with: "newer")
        #expect(try FileStatus.existing(at: old) == nil)
    }

    @Test func `is removed with all of its versions`() throws {
        try replace(with: "old")
        try replace(with: "new")
        #expect(try FolderReplacement.remove(path))
        #expect(try File.names(in: directory.path) == [])
        #expect(try !FolderReplacement.remove(path))
    }

    @Test func `leaves a folder, a file and the files of other names where they are`() throws {
        let other = directory.appending(".other.0123456789abcdef")
        try File.replace(other, with: "mine".utf8Span.span)
        try replace(with: "old")
        #expect(try FolderReplacement.remove(path))
        for make in [{ try File.makeDirectory(path, mode: 0o700) }, { try File.replace(path, with: Span()) }]
        {
            try make()
            #expect(throws: SystemError.self) { _ = try FolderReplacement(of: path) }
            #expect(try !FolderReplacement.remove(path))
            #expect(try others() == [".other.0123456789abcdef"])
            _ = unsafe Glibc.remove(path)
        }
    }

    /// The owner of the folder could have put it there.
    @Test func `follows no link in place of a version`() throws {
        let elsewhere = directory.appending("elsewhere")
        try File.makeDirectory(elsewhere, mode: 0o700)
        try File.replace("\(elsewhere)/id", with: "mine".utf8Span.span)
        try #require(unsafe symlink("elsewhere", directory.appending(".app.0123456789abcdef")) == 0)
        try replace(with: "new")
        #expect(try text(of: "\(elsewhere)/id") == "mine")
        #expect(try others() == ["elsewhere", try File.target(ofLink: path)].sorted())
    }
}
