import Kernel
import TestSupport
import Testing

/// How the program ends when something is wrong.
struct FailureTests {
    private let stage: Stage

    init() throws {
        stage = try Stage()
    }

    @Test(arguments: [
        (400, "malformed", Int32(1), ""),
        (403, "not-allowed", 1, "; 'ossauthctl whoami' shows what you may do"),
        (404, "no-such-profile", 1, "; 'ossauthctl profiles' lists those that you may use"),
        (422, "invalid-request", 1, ""), (429, "rate-limited", 1, ""), (500, "internal", 5, ""),
        (503, "no-credential", 4, "; 'ossauthctl doctor' says what to do"),
    ])
    func `shows what the daemon says, and what to do`(code: Int, name: String, status: Int32, mend: String)
        throws
    {
        let run = try stage.run(["sign", "GET", "oss://b/k"], on: .api, [.problem(code, name)])
        #expect(run.output == "" && run.status == .exited(status))
        #expect(run.error == "ossauthctl: title: the detail\(mend)\n")
    }

    @Test(arguments: [("the server is down", "; last error: the server is down"), ("the detail", "")])
    func `says the last error, and nothing twice`(error: String, expected: String) throws {
        let problem = Scripted.problem(503, "no-credential", more: #","lastError":"\#(error)""#)
        let run = try stage.run(["sign", "GET", "oss://b/k"], on: .api, [problem])
        #expect(run.error.hasPrefix("ossauthctl: title: the detail\(expected); 'ossauthctl doctor'"))
    }

    @Test(arguments: [
        "", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{",
    ])
    func `says so when the daemon hangs up`(raw: String) throws {
        let run = try stage.run(["status"], on: .api, [Scripted(raw: raw)])
        #expect(run.status == .exited(3) && run.output == "")
        #expect(
            run.error
                == "ossauthctl: the daemon at \(stage.api) ended the connection without an answer; try again\n"
        )
    }

    @Test(arguments: [
        "SSH-2.0-OpenSSH_9.2\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}{}", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]",
        "HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n",
    ])
    func `is no daemon what answers like this`(raw: String) throws {
        let run = try stage.run(["status"], on: .api, [Scripted(raw: raw)])
        #expect(run.status == .exited(5) && run.output == "" && run.error.hasPrefix("ossauthctl: "))
        #expect(run.error.split(separator: "\n").count == 1)
    }

    @Test(arguments: ["status", "reload"])
    func `says where it looked for the daemon, and how to start it`(word: String) throws {
        let run = try stage.run([word])
        let path = word == "status" ? stage.api : stage.admin
        #expect(run.status == .exited(3) && run.error.contains("there is no socket at \(path);"))
        #expect(run.error.contains("systemctl start ossauthd"))
    }

    @Test func `notices a socket that nobody listens at`() throws {
        try File.replace(stage.api, with: Span())
        let run = try stage.run(["status"])
        #expect(run.status == .exited(3) && run.error.contains("nobody listens at \(stage.api)"))
    }

    @Test(arguments: [
        ["sttus"], ["presign"], ["presign", "b/k"], ["--nope"], ["sign", "PUTT", "oss://b"],
        ["refresh", "a/b"],
        ["credentials", "set", "uploads"], ["credentials", "set", "uploads", "--file", "/nowhere"],
    ])
    func `asks nobody where the command line is wrong`(words: [String]) throws {
        let run = try stage.run(words)
        #expect(run.status == .exited(2) && run.output == "" && run.error.hasPrefix("ossauthctl: "))
        #expect(run.error.split(separator: "\n").count == 1)
    }

    @Test func `signs no name that is not UTF-8`() throws {
        let run = try stage.shell(#""$0" presign "$(printf 'oss://b/\377')""#)
        #expect(run.status == .exited(2) && run.error.contains("not UTF-8"))
    }

    @Test func `helps without a daemon`() throws {
        #expect(try stage.run(["--version"]).output == "ossauthctl 0.1.0\n")
        let help = try stage.run(["presign", "--help"])
        #expect(help.status == .exited(0) && help.error == "" && help.output.contains("Examples\n"))
        let nothing = try stage.run([])
        #expect(nothing.status == .exited(2) && nothing.output == "" && nothing.error.contains("Commands\n"))
    }
}
