import Bytes
import Glibc
import Kernel
import TestSupport
import Testing

/// Links on the path of a file that is replaced or removed.
struct TrustedWalkTests {
    private let directory: TemporaryDirectory
    private let secret: String

    /// A folder with a file that must stay untouched, and a link to it.
    init() throws {
        directory = try TemporaryDirectory()
        secret = directory.appending("rootonly/file")
        try File.makeDirectory(directory.appending("rootonly"), mode: 0o700)
        try File.replace(secret, with: "old".utf8Span.span)
    }

    private func link(_ name: String, to target: String, of user: UInt32) throws {
        let path = directory.appending(name)
        try #require(unsafe symlink(target, path) == 0 && lchown(path, user, user) == 0)
    }

    @Test(
        .enabled(if: ThisProcess.user == 0, "only root can give a link to another user"),
        arguments: ["rootonly", "../\(TrustedWalkTests.here)/rootonly", "chain"])
    func `through a link of another user nothing is replaced or removed`(target: String) throws {
        try link("chain", to: "rootonly", of: 33)
        try link("app", to: target.replacing(Self.here, with: directory.name), of: 33)
        let path = directory.appending("app/file")
        #expect(throws: SystemError.self) { try File.replace(path, with: "new".utf8Span.span) }
        #expect(throws: SystemError.self) { try File.remove(path) }
        #expect(try text(of: secret) == "old")
    }

    @Test func `names the owner of the link and a remedy`() throws {
        guard ThisProcess.user == 0 else { return }
        try link("app", to: "rootonly", of: 33)
        let path = directory.appending("app/file")
        let error = #expect(throws: SystemError.self) { try File.remove(path) }
        #expect(
            error?.description
                == "\(path): 'app' in this path is a link of user 33, who could point it elsewhere; name its target instead"
        )
    }

    @Test(arguments: ["rootonly", "./rootonly/.", "../\(TrustedWalkTests.here)/rootonly", "first"])
    func `links of our own user are followed`(target: String) throws {
        try link("first", to: directory.appending("rootonly"), of: ThisProcess.user)
        try link("app", to: target.replacing(Self.here, with: directory.name), of: ThisProcess.user)
        try File.replace(directory.appending("app/file"), with: "new".utf8Span.span)
        #expect(try text(of: secret) == "new")
        try File.remove(directory.appending("app/../app/file"))
        #expect(try FileStatus.existing(at: secret) == nil)
    }

    @Test func `links in a circle end`() throws {
        try link("a", to: "b", of: ThisProcess.user)
        try link("b", to: "a", of: ThisProcess.user)
        let error = #expect(throws: SystemError.self) { try File.remove(directory.appending("a/file")) }
        #expect(error?.code == ELOOP)
    }
}

extension TrustedWalkTests {
    /// Stands for the name of the test's folder.
    private static let here = "HERE"
}

extension TemporaryDirectory {
    fileprivate var name: String { String(path.split(separator: "/").last ?? "") }
}
