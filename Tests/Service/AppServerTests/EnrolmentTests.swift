import Bytes
import Kernel
import TestSupport
import Testing

/// Bearer tokens and one-time codes: how a user gets one, and how it loses it.
struct EnrolmentTests {
    @Test func `a revoked user is locked out, and a new token replaces the old one`() throws {
        let server = try IssuingServer()
        let first = try server.enrol("alice")
        #expect(try server.ask(first).hasPrefix("HTTP/1.1 200 "))
        let second = try server.run(["--enrol", "alice", "--group", "hosts", "--replace"])
        let end = soon()
        while try !server.ask(first).hasPrefix("HTTP/1.1 401 ") {
            try #require(KernelClock.bootNanoseconds() < end)
        }
        #expect(try server.ask(second).hasPrefix("HTTP/1.1 200 "))
        #expect(try server.run(["--list"]) == "alice\thosts")
        _ = try server.run(["--revoke", "alice"])
        while try !server.ask(second).hasPrefix("HTTP/1.1 401 ") {
            try #require(KernelClock.bootNanoseconds() < end)
        }
        #expect(try server.run(["--list"]) == "")
    }

    @Test func `a code is exchanged for a token once, which is valid at once`() throws {
        let server = try IssuingServer()
        let code = try server.run(["--enrol", "alice", "--group", "hosts", "--code", "1h"])
        #expect(try server.run(["--list"]).hasPrefix("alice\thosts\tcode until "))
        #expect(try server.ask(code).hasPrefix("HTTP/1.1 401 "))
        // The server looks once a second.
        let end = soon()
        var token = ""
        while !token.hasPrefix("ossauth_"), KernelClock.bootNanoseconds() < end {
            token = try server.curl("-d", "\(code)\n", "/enrol")
        }
        let bearer = String(token.dropLast())
        #expect(bearer.count == 72 && token.last == "\n")
        #expect(try server.ask(bearer).hasPrefix("HTTP/1.1 200 "))
        let again = try server.curl("-i", "-d", code, "/enrol")
        #expect(again.hasPrefix("HTTP/1.1 403 ") && member("ErrorCode", of: again) == "InvalidCode")
        #expect(try server.run(["--list"]) == "alice\thosts")
    }

    @Test func `a code works with one of two servers that share the file`() throws {
        let server = try IssuingServer()
        let code = try server.run(["--enrol", "alice", "--group", "hosts", "--code", "1h"])
        let other = server.directory.appending("b.sock")
        let text = try File.contents(of: server.configuration, atMost: 65_536)
        let configuration = server.directory.appending("b.conf")
        let changed = String(copying: text.span).replacing(server.socket, with: other)
        try File.replace(configuration, with: changed.utf8Span.span)
        var second = try RunningProgram(
            builtProgram("ossauth-appserver"), ["--config", configuration])
        _ = try second.readLine()
        var curl = try RunningProgram(
            "curl", ["-s", "--unix-socket", other, "-d", code, "http://a/enrol"])
        let token = try curl.rest()
        #expect(String(copying: token.span).hasPrefix("ossauth_"))
        let refusal = try server.curl("-i", "-d", code, "/enrol")
        #expect(refusal.hasPrefix("HTTP/1.1 403 "))
    }

    @Test func `a code is kept for later while another process changes the file`() throws {
        let server = try IssuingServer()
        let code = try server.run(["--enrol", "alice", "--group", "hosts", "--code", "1h"])
        let lock = try LockFile.open(server.directory.appending("tokens.lock"))
        #expect(try lock.tryLock())
        let end = soon()
        var answer = ""
        while !answer.hasPrefix("HTTP/1.1 503 "), KernelClock.bootNanoseconds() < end {
            answer = try server.curl("-i", "-d", code, "/enrol")
        }
        #expect(answer.contains("Retry-After: 1\r\n"))
        try lock.unlock()
        #expect(try server.curl("-d", code, "/enrol").hasPrefix("ossauth_"))
    }

    @Test func `the file of the tokens is readable by its owner only, and holds none`() throws {
        let server = try IssuingServer(hasDaemon: false)
        let token = try server.enrol("alice")
        let path = server.directory.appending("tokens")
        #expect(try FileStatus(ofLink: path).mode & 0o077 == 0)
        let contents = try File.contents(of: path, atMost: 65_536)
        #expect(token.count == 72 && !String(copying: contents.span).contains(token))
    }

    @Test func `to revoke an unknown user fails, and is no mistake of the command line`() throws {
        let server = try IssuingServer(hasDaemon: false)
        var program = try RunningProgram(
            builtProgram("ossauth-appserver"), ["--config", server.configuration, "--revoke", "alice"])
        #expect(try program.finish() == .exited(1))
    }

    @Test(arguments: [
        ["--enrol", "a"], ["--enrol", "alice"], ["--enrol", "alice", "--group", "no"],
        ["--group", "hosts"], ["--code", "1h"], ["--enrol", "alice", "--group", "hosts", "--code", "59"],
        ["--enrol", "alice", "--group", "hosts", "--code", "8d"],
    ])
    func `refuses to enrol or revoke what it does not know`(arguments: [String]) throws {
        let server = try IssuingServer(hasDaemon: false)
        var program = try RunningProgram(
            builtProgram("ossauth-appserver"), ["--config", server.configuration] + arguments)
        #expect(try program.finish() == .exited(64))
    }
}
