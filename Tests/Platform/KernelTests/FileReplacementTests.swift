import Bytes
import Glibc
import Kernel
import TestSupport
import Testing

struct FileReplacementTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.appending("token")
        try File.replace(path, with: "old".utf8Span.span)
    }

    private func content() throws -> String {
        try text(of: path)
    }

    private func write(_ text: String, to replacement: borrowing FileReplacement) throws {
        try replacement.write(text.utf8Span.span)
    }

    @Test func `shows the old version until the new one is installed`() throws {
        var replacement = try FileReplacement(of: path)
        try replacement.write("ne".utf8Span.span)
        try replacement.write("w".utf8Span.span)
        try replacement.synchronize()
        #expect(try content() == "old")
        try replacement.install()
        #expect(try content() == "new")
        try replacement.synchronizeDirectory()
        #expect(try File.names(in: directory.path) == ["token"])
    }

    @Test(arguments: 0...2)
    func `a failure before the installation leaves the old version and nothing else`(steps: Int) throws {
        do {
            let replacement = try FileReplacement(of: path)
            if steps > 0 { try write("new", to: replacement) }
            if steps > 1 { try replacement.synchronize() }
            #expect(try File.names(in: directory.path).count == 2)
        }
        #expect(try content() == "old")
        #expect(try File.names(in: directory.path) == ["token"])
    }

    @Test func `a write that ends in the middle leaves the old version`() async {
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            let path = directory.appending("token")
            try File.replace(path, with: "old".utf8Span.span)
            let code = codeOfWrite(beyond: 4_096, to: path)
            let (content, names) = (try text(of: path), try File.names(in: directory.path))
            precondition(code == EFBIG && content == "old" && names == ["token"])
        }
    }

    @Test func `no other user can read it from the first moment`() throws {
        let replacement = try FileReplacement(of: path)
        for name in try File.names(in: directory.path) {
            #expect(try FileStatus(ofLink: directory.appending(name)).mode == 0o600)
        }
        _ = consume replacement
    }

    @Test func `is opened to others before it takes its place`() throws {
        let access = FileAccess(mode: 0o640, group: getegid())
        var replacement = try FileReplacement(of: path)
        try replacement.open(to: access)
        try replacement.install()
        #expect(try FileStatus(ofLink: path).matches(access))
    }

    @Test func `replaces a link and not its target`() throws {
        let link = directory.appending("link")
        _ = unsafe symlink("token", link)
        try File.replace(link, with: "new".utf8Span.span)
        #expect(try content() == "old")
        #expect(try FileStatus(ofLink: link).kind == .regular)
    }

    @Test func `leaves a pipe, a link to a device and a folder where they are`() throws {
        let (pipe, link) = (directory.appending("pipe"), directory.appending("null"))
        try #require(unsafe mkfifo(pipe, 0o600) == 0 && symlink("/dev/null", link) == 0)
        for path in [pipe, link, directory.path] {
            #expect(throws: SystemError.self) { try File.replace(path, with: "new".utf8Span.span) }
        }
        #expect(try FileStatus(ofLink: link).kind == .symbolicLink)
        #expect(try File.names(in: directory.path) == ["null", "pipe", "token"])
    }

    @Test(arguments: ["", "/", "/nowhere/at/all/x", "directory/"])
    func `refuses a path that names no file`(path: String) {
        #expect(throws: SystemError.self) { _ = try FileReplacement(of: path) }
    }
}

/// The code with which the replacement fails by twice as many bytes as a file of this process may have; 0 when it succeeds.
private func codeOfWrite(beyond limit: Int, to path: String) -> Int32 {
    // Else the signal ends the process.
    _ = signal(SIGXFSZ, SIG_IGN)
    var size = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit))
    guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &size) == 0 else { return errno }
    do throws(SystemError) {
        try File.replace(path, with: [UInt8](repeating: 1, count: 2 * limit).span)
        return 0
    } catch {
        return error.code
    }
}
