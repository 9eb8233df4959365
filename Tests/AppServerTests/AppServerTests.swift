import Bytes
import Kernel
import TestSupport
import Testing

struct AppServerTests: ~Copyable {
    private let server: DemoServer

    init() throws {
        server = try DemoServer(["--listen", "127.0.0.1:0", "--lifetime", "900"])
    }

    @Test(arguments: ["/sts", "/", "/sts?role=a", "/distribute-token.json"])
    func `hands out the document of the seed and enters it into the ledger`(path: String) throws {
        let document = try server.curl(server.url + path)
        let names = document.split(separator: "\"").enumerated().filter { $0.offset % 4 == 1 }.map(\.element)
        #expect(names == ["StatusCode", "AccessKeyId", "AccessKeySecret", "SecurityToken", "Expiration"])
        #expect(member("StatusCode", of: document) == "200")
        #expect(member("AccessKeyId", of: document)?.wholeMatch(of: /STS\.[0-9A-Za-z]{25}/) != nil)
        #expect(member("AccessKeySecret", of: document)?.wholeMatch(of: /[0-9A-Za-z]{44}/) != nil)
        let lines = try server.ledger()
        #expect(lines.last.map(String.init) == document)
    }

    @Test func `each key is another one and lives as long as was said`() throws {
        var ids: Set<String> = []
        for _ in 0..<5 {
            let before = KernelClock.wallSeconds()
            let document = try server.curl(server.url + "/sts")
            ids.insert(try #require(member("AccessKeyId", of: document)))
            let end = try #require(member("Expiration", of: document))
            let expected = try (before...KernelClock.wallSeconds()).map { try date($0 + 900) }
            #expect(expected.contains(end))
        }
        #expect(ids.count == 5)
    }

    /// As the `date` of the system writes it.
    private func date(_ seconds: Int64) throws -> String {
        var date = try RunningProgram("date", ["-u", "-d", "@\(seconds)", "+%Y-%m-%dT%H:%M:%SZ"])
        return try date.readLine()
    }

    /// The signature is computed again by openssl.
    @Test func `signs a string of V1 with the key in the ledger`() throws {
        let key = try #require(try server.ledger().first)
        let id = try #require(member("AccessKeyId", of: key))
        let secret = try #require(member("AccessKeySecret", of: key))
        #expect(id.hasPrefix("LTAI"))
        let string = "PUT\n\ntext/html\nThu, 17 Nov 2005 18:49:58 GMT\n/oss-example/nelson"
        let script = "printf %s \"$0\" | openssl dgst -sha1 -hmac \"$1\" -binary | base64"
        var openssl = try RunningProgram("sh", ["-c", script, string, secret])
        let signature = try openssl.readLine()
        #expect(try server.curl("--data-binary", string, server.url + "/sign") == "OSS \(id):\(signature)")
    }

    @Test(arguments: ["", "hello", "GET\n\n\nThu, 17 Nov 2005 18:49:58 GMT\nhttp://x"])
    func `signs nothing that is no request to OSS`(string: String) throws {
        let answer = try server.curl("-i", "--data-binary", string, server.url + "/sign")
        #expect(answer.hasPrefix("HTTP/1.1 422 "))
        #expect(!answer.contains("OSS LTAI"))
    }

    @Test func `says that it is well`() throws {
        #expect(try server.curl(server.url + "/health") == "{\"healthy\":true}")
    }

    @Test(arguments: [
        ("GET", "/nope", "404", "NoSuchRoute"), ("POST", "/sts", "405", "MethodNotAllowed"),
        ("GET", "/sign", "405", "MethodNotAllowed"), ("DELETE", "/", "405", "MethodNotAllowed"),
    ])
    func `refuses in the dialect of the seed`(method: String, path: String, status: String, code: String)
        throws
    {
        let answer = try server.curl("-i", "-X", method, server.url + path)
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
        #expect(member("StatusCode", of: answer) == status)
        #expect(member("ErrorCode", of: answer) == code)
        #expect(answer.contains("Allow: ") == (status == "405"))
    }

    @Test mutating func `ends when it is asked to`() throws {
        var server = try DemoServer()
        try server.program.child.handle.send(.terminate)
        #expect(try server.program.finish() == .exited(0))
    }

    @Test(arguments: [
        [], ["--demo", "--listen", "0.0.0.0:0"], ["--demo", "--listen", "127.0.0.1"],
        ["--demo", "--listen", "127.0.0.1:65536"], ["--demo", "--lifetime", "0"],
        ["--demo", "--lifetime", "1h"],
        ["--demo", "--ledger"], ["--dem"],
    ])
    func `refuses what it does not understand`(arguments: [String]) throws {
        var program = try RunningProgram(builtProgram("ossauth-appserver"), arguments)
        #expect(try program.finish() == .exited(64))
    }

    @Test func `does not write secrets where others can read them`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.appending("ledger")
        var touch = try RunningProgram("sh", ["-c", "umask 022; : > \"$0\"", path])
        #expect(try touch.finish() == .exited(0))
        var program = try RunningProgram(builtProgram("ossauth-appserver"), ["--demo", "--ledger", path])
        #expect(try program.finish() == .exited(1))
        #expect(try FileStatus(ofLink: server.directory.appending("ledger")).mode == 0o600)
    }
}
