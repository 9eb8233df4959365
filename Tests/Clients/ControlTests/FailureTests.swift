import Glibc
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
        (404, "no-such-profile", 1, "; 'ossauthctl status' lists those that you may use"),
        (422, "invalid-request", 1, ""), (429, "rate-limited", 75, ""), (500, "internal", 5, ""),
        (503, "no-credential", 4, "; 'ossauthctl doctor' says what to do"),
    ])
    func `shows what the daemon says, and what to do`(code: Int, name: String, status: Int32, fix: String)
        throws
    {
        let run = try stage.run(["sign", "GET", "oss://b/k"], on: .api, [.problem(code, name)])
        // Some details say nothing without the title.
        let sentence = ["no-such-profile", "internal"].contains(name) ? "title: the detail" : "the detail"
        #expect(run.output == "" && run.status == .exited(status))
        #expect(run.error == "ossauthctl: error: \(sentence)\(fix)\n")
    }

    @Test func `names a profile that is not known, or that has no credential`() throws {
        let words = ["sign", "GET", "oss://b/k", "--profile", "media"]
        let unknown = try stage.run(
            words, on: .api,
            [
                Scripted(
                    404,
                    #"{"type":"urn:ossauthd:problem:no-such-profile","title":"Unknown profile","status":404,"#
                        + #""detail":"unknown profile 'media' (you may use: backup, uploads)"}"#)
            ])
        #expect(
            unknown.error == "ossauthctl: error: unknown profile 'media' (you may use: backup, uploads)\n")
        let lacking = try stage.run(
            words, on: .api,
            [
                Scripted(
                    503,
                    #"{"type":"urn:ossauthd:problem:no-credential","title":"There is no usable credential","#
                        + #""status":503,"detail":"profile media has received no credential yet: http://a/: refused "#
                        + #"(15 failures; next attempt in 4min)","state":"never","lastError":"http://a/: refused"}"#
                )
            ])
        #expect(
            lacking.error
                == "ossauthctl: error: profile media has received no credential yet: http://a/: refused "
                + "(15 failures; next attempt in 4min); 'ossauthctl doctor' says what to do\n")
    }

    @Test(arguments: [("the server is down", "; last error: the server is down"), ("the detail", "")])
    func `says the last error, and nothing twice`(error: String, expected: String) throws {
        let problem = Scripted.problem(503, "no-credential", more: #","lastError":"\#(error)""#)
        let run = try stage.run(["sign", "GET", "oss://b/k"], on: .api, [problem])
        #expect(run.error.hasPrefix("ossauthctl: error: the detail\(expected); 'ossauthctl doctor'"))
    }

    @Test(arguments: [
        ("", "'ossauthctl whoami' shows what you may do"),
        (#","lastError":"no""#, "ask the operator of the server that signs for this profile"),
    ])
    func `refers to the operator of the remote signer if that refuses`(more: String, fix: String) throws {
        let problem = Scripted.problem(403, "not-allowed", more: more)
        let run = try stage.run(["sign", "GET", "oss://b/k"], on: .api, [problem])
        #expect(run.error.hasSuffix("; \(fix)\n"))
    }

    @Test func `does not refer to the doctor for a credential that only ends too soon`() throws {
        let problem = Scripted.problem(503, "no-credential", more: #","state":"fresh","lastError":null"#)
        let run = try stage.run(["exec", "--min-valid", "2h", "true"], on: .api, [problem])
        #expect(run.error == "ossauthctl: error: the detail\n" && run.status == .exited(4))
    }

    /// Of one refusal by a remote signer the doctor knows nothing, and has nothing to fix.
    @Test(arguments: [
        ([], "ask the operator of the server that signs for this profile"),
        (["--min-valid", "2h"], "'ossauthctl doctor' says what to do"),
    ])
    func `does not refer to the doctor for a profile in order`(options: [String], fix: String) throws {
        let problem = Scripted.problem(503, "no-credential", more: #","state":"fresh","lastError":"no""#)
        let run = try stage.run(["sign", "GET", "oss://b/k"] + options, on: .api, [problem])
        #expect(run.error == "ossauthctl: error: the detail; last error: no; \(fix)\n")
    }

    @Test(arguments: [
        "", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{",
    ])
    func `a daemon that closes the connection early is reported`(raw: String) throws {
        let run = try stage.run(["status"], on: .api, [Scripted(raw: raw)])
        #expect(run.status == .exited(3) && run.output == "")
        #expect(
            run.error
                == "ossauthctl: error: the daemon at \(stage.api) ended the connection without an answer; try again\n"
        )
    }

    @Test(arguments: [
        "SSH-2.0-OpenSSH_9.2\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}{}", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]",
        "HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n",
    ])
    func `an answer that is not the daemon's is reported`(raw: String) throws {
        let run = try stage.run(["status"], on: .api, [Scripted(raw: raw)])
        #expect(run.status == .exited(5) && run.output == "" && run.error.hasPrefix("ossauthctl: error: "))
        #expect(run.error.split(separator: "\n").count == 1)
    }

    @Test(arguments: ["status", "reload"])
    func `says where it looked for the daemon, and how to start it`(word: String) throws {
        let run = try stage.run([word])
        let path = word == "status" ? stage.api : stage.admin
        #expect(run.status == .exited(3) && run.error.contains("there is no socket at \(path);"))
        #expect(run.error.contains("start the daemon, or name its socket with --"))
    }

    @Test func `tells a folder and a file from a socket`() throws {
        let file = stage.directory.appending("file")
        try File.replace(file, with: "".utf8Span.span)
        for (path, expected) in [
            (stage.directory.path, "is a folder; name the socket in it"),
            (file, "is not a socket; name that of the daemon"),
        ] {
            let run = try stage.run(["status", "--socket", path])
            #expect(run.status == .exited(3) && run.error.contains("\(path) \(expected)"))
        }
    }

    @Test func `notices a socket that no daemon listens at`() throws {
        let listener = try stage.listen(at: stage.api)
        shutdown(listener.socket.number, Int32(SHUT_RDWR))
        let run = try stage.run(["status"])
        #expect(run.status == .exited(3) && run.error.contains("no daemon listens at \(stage.api)"))
    }

    /// Root may use every socket, so the program runs as another user there.
    @Test(arguments: [
        (UInt32(0o060), UInt32(1), "ask to be added to the group '"),
        (0, 1, "SocketMode= and SocketGroup= of ossauthd.socket decide who may"),
        // A socket is no reason to join the group of root.
        (0o060, 0, "SocketMode= and SocketGroup= of ossauthd.socket decide who may"),
    ])
    func `says which group may use a socket`(mode: UInt32, group: UInt32, fix: String) throws {
        let isRoot = ThisProcess.user == 0
        guard isRoot || group != 0 else { return }
        let listener = try stage.listen(at: stage.api, mode: mode, group: isRoot ? group : nil)
        let run = try stage.shell(
            """
            chmod 755 "$HOME"; cp "$0" "$HOME/program"
            [ "$(id -u)" != 0 ] || set -- setpriv --reuid=65534 --regid=65534 --clear-groups
            exec "$@" "$HOME/program" status
            """)
        #expect(run.status == .exited(3) && run.output == "")
        #expect(run.error.hasPrefix("ossauthctl: error: you may not use \(stage.api); \(fix)"))
        _ = consume listener
    }

    @Test func `says what a token is where there is another file`() throws {
        let run = try stage.run(
            ["credentials", "set", "media"], on: .admin, [.problem(400, "malformed")], input: "x")
        #expect(
            run.error.hasPrefix(
                "ossauthctl: error: the detail; a token is a JSON object as an AppServer answers it"))
    }

    @Test func `says nothing when its reader goes away`() throws {
        let run = try stage.shell(#"{ "$0" help presign; echo "$?" >&2; } | head -n 1"#, in: "/bin/bash")
        #expect(run.output.hasPrefix("ossauthctl presign: ") && (run.error == "0\n" || run.error == "141\n"))
    }

    @Test func `helps without a daemon`() throws {
        #expect(try stage.run(["--version"]).output == "ossauthctl 1.0.0\n")
        let help = try stage.run(["presign", "--help"])
        #expect(help.status == .exited(0) && help.error == "" && help.output.contains("Examples\n"))
        let nothing = try stage.run([])
        #expect(
            nothing.status == .exited(2) && nothing.output == "" && nothing.error.contains("Begin with\n"))
    }
}
