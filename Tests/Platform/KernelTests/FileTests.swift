import Bytes
import Glibc
import Kernel
import TestSupport
import Testing

/// A directory with one empty file in it.
struct TemporaryFile {
    let directory: TemporaryDirectory
    let path: String

    init(_ text: String = "") throws {
        directory = try TemporaryDirectory()
        path = directory.appending("file")
        try File.replace(path, with: text.utf8Span.span)
    }
}

/// The content of a file.
func text(of path: String, atMost limit: Int = 100) throws -> String {
    let content = try File.contents(of: path, atMost: limit)
    return String(copying: content.span)
}

struct FileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(arguments: [0, 1, 511, 512, 513, 100_000])
    func `reads back all that was written`(count: Int) throws {
        let bytes = Randomness.bytes(count)
        let path = directory.appending("file")
        try File.replace(path, with: bytes.span)
        let read = try File.contents(of: path, atMost: 100_000)
        let isEqual = read.span.equals(bytes.span)
        #expect(isEqual)
    }

    @Test func `refuses a file that is longer than the limit`() throws {
        let path = directory.appending("file")
        try File.replace(path, with: "12345".utf8Span.span)
        #expect(try text(of: path, atMost: 5) == "12345")
        let error = #expect(throws: SystemError.self) { _ = try File.contents(of: path, atMost: 4) }
        #expect(error?.code == EFBIG && error?.path == path)
    }

    @Test func `refuses a file that claims to be empty and is not`() throws {
        let error = #expect(throws: SystemError.self) {
            _ = try File.contents(of: "/proc/self/status", atMost: 100)
        }
        #expect(error?.code == EFBIG)
    }

    @Test func `refuses anything but a regular file, without waiting for a writer`() throws {
        let pipe = directory.appending("pipe")
        _ = unsafe mkfifo(pipe, 0o600)
        for (path, code) in [(pipe, ENOTSUP), ("/dev/zero", ENOTSUP), (directory.path, EISDIR)] {
            let error = #expect(throws: SystemError.self) { _ = try File.contents(of: path, atMost: 10) }
            #expect(error?.code == code)
        }
    }

    @Test func `reads a pipe to its end in place of a file`() throws {
        let file = directory.appending("file")
        try File.replace(file, with: "12345".utf8Span.span)
        #expect(try File.contents(ofPipeOrFile: file, atMost: 5).string == "12345")
        #expect(try File.contents(ofPipeOrFile: "/dev/null", atMost: 5).isEmpty)
        for (path, code) in [("/dev/zero", EFBIG), (directory.path, EISDIR)] {
            let error = #expect(throws: SystemError.self) {
                _ = try File.contents(ofPipeOrFile: path, atMost: 10)
            }
            #expect(error?.code == code)
        }
    }

    @Test func `follows a link only when it may`() throws {
        let link = directory.appending("link")
        try File.replace(directory.appending("file"), with: "x".utf8Span.span)
        _ = unsafe symlink("file", link)
        #expect(try text(of: link, atMost: 1) == "x")
        let error = #expect(throws: SystemError.self) {
            _ = try File.contents(of: link, atMost: 1, followingLinks: false)
        }
        #expect(error?.code == ELOOP)
        #expect(try FileStatus(ofLink: link).kind == .symbolicLink)
    }

    @Test func `a zero byte in a path does not cut it short`() throws {
        let path = directory.appending("file")
        try File.replace(path, with: "x".utf8Span.span)
        let error = #expect(throws: SystemError.self) {
            _ = try File.contents(of: path + "\0.txt", atMost: 10)
        }
        #expect(error?.code == EINVAL)
    }

    @Test func `lists names in the order of their bytes`() throws {
        for name in ["b", "a", "B", ".hidden", "ä", "a b"] {
            try File.replace(directory.appending(name), with: "".utf8Span.span)
        }
        #expect(try File.names(in: directory.path) == [".hidden", "B", "a", "a b", "b", "ä"])
    }

    @Test func `makes a directory with exactly the mode asked for`() throws {
        let path = directory.appending("made")
        try File.makeDirectory(path, mode: 0o777)
        let status = try FileStatus(ofLink: path)
        #expect(status.kind == .directory && status.mode == 0o777 && status.user == ThisProcess.user)
        #expect(throws: SystemError.self) { try File.makeDirectory(path, mode: 0o700) }
    }

    @Test func `sets aside without touching an existing file`() throws {
        let (path, aside) = (directory.appending("a"), directory.appending("b"))
        try File.replace(path, with: "1".utf8Span.span)
        try File.setAside(path, as: aside)
        #expect(try FileStatus.existing(at: path) == nil)
        try File.replace(path, with: "2".utf8Span.span)
        let error = #expect(throws: SystemError.self) { try File.setAside(path, as: aside) }
        #expect(error?.code == EEXIST)
        #expect(try text(of: aside, atMost: 9) == "1")
    }
}
