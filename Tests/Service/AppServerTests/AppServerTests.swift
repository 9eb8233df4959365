import Bytes
import Kernel
import TestSupport
import Testing

struct AppServerTests {
    @Test(arguments: [
        ("GET", "/nope", "404", "NoSuchRoute"), ("DELETE", "/sts", "405", "MethodNotAllowed"),
        ("GET", "/sign", "405", "MethodNotAllowed"), ("DELETE", "/", "405", "MethodNotAllowed"),
    ])
    func `refuses in the dialect of the seed`(method: String, path: String, status: String, code: String)
        throws
    {
        let server = try IssuingServer(hasDaemon: false)
        let answer = try server.curl("-i", "-X", method, path)
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
        #expect(member("StatusCode", of: answer) == status)
        #expect(member("ErrorCode", of: answer) == code)
        #expect(answer.contains("Allow: ") == (status == "405"))
    }

    @Test func `ends when it is asked to`() throws {
        var server = try IssuingServer(hasDaemon: false)
        server.program.child.send(.terminate)
        #expect(try server.program.finish() == .exited(0))
    }

    @Test(arguments: [
        [], ["--config"], ["--config", "/a", "--group", "a"], ["--config", "/a", "--code", "1h"],
        ["--config", "/a", "--enrol", "a", "--code", "1s"], ["--config", "/a", "--enrol", "a b"], ["--conf"],
    ])
    func `refuses what it does not understand`(arguments: [String]) throws {
        var program = try RunningProgram(builtProgram("ossauth-appserver"), arguments)
        #expect(try program.finish() == .exited(64))
    }

    @Test func `names what took the place of the demo`() throws {
        var program = try RunningProgram(
            "sh", ["-c", "\"$0\" --demo 2>&1", builtProgram("ossauth-appserver")])
        #expect(try program.readLine().contains("examples/appserver.py"))
    }
}

/// The sample of an AppServer, whose form is the one that the daemon expects.
struct SampleAppServerTests {
    @Test func `hands out another document each time and enters it into the ledger`() throws {
        let directory = try TemporaryDirectory()
        let sample = try SampleAppServer(["--ledger", directory.appending("ledger"), "--lifetime", "900"])
        let before = KernelClock.wallSeconds()
        let documents = try ["/sts", "/", "/sts?role=a"].map { try curl(sample.url + $0) }
        #expect(Set(documents.map { member("AccessKeyId", of: $0) ?? "" }).count == 3)
        let ends = try (before...KernelClock.wallSeconds()).map { try date($0 + 900) }
        #expect(documents.allSatisfy { ends.contains(member("Expiration", of: $0) ?? "") })
        let lines = try File.contents(of: directory.appending("ledger"), atMost: 1 << 20)
        let keys = String(copying: lines.span).split(separator: "\n").map { member("AccessKeyId", of: $0) }
        #expect(keys.dropFirst() == documents.map { member("AccessKeyId", of: $0) }[...])
        #expect(try FileStatus(ofLink: directory.appending("ledger")).mode == 0o600)
    }

    @Test func `signs nothing but a question of the daemon`() throws {
        let sample = try SampleAppServer()
        let answer = try curl("-i", "--data-binary", "hello", sample.url + "/sign")
        #expect(answer.hasPrefix("HTTP/1.1 422 "))
    }

    private func curl(_ arguments: String...) throws -> String {
        var curl = try RunningProgram("curl", ["-s", "--noproxy", "*"] + arguments)
        let output = try curl.rest()
        return String(copying: output.span)
    }

    /// As the `date` of the system writes it.
    private func date(_ seconds: Int64) throws -> String {
        var date = try RunningProgram("date", ["-u", "-d", "@\(seconds)", "+%Y-%m-%dT%H:%M:%SZ"])
        return try date.readLine()
    }
}
