import Kernel
import TestSupport
import Testing

/// Requests on the wire, and output.
struct CommandTests {
    private let stage: Stage
    private static let profile =
        #"{"name":"uploads","source":"manual","state":"fresh","generation":1,"remainingSeconds":3600,"#
        + #""nextRefreshAt":null,"consecutiveFailures":0,"lastError":null}"#
    private static let row = "PROFILE  SOURCE  STATE  LEFT  NEXT REFRESH\nuploads  manual  fresh  1h    -\n"

    init() throws {
        stage = try Stage()
    }

    private static func status(isReady: Bool, _ profiles: String = profile) -> Scripted {
        Scripted(
            200,
            #"{"version":"9.9.9","pid":7,"uptimeSeconds":60,"ready":\#(isReady),"profiles":[\#(profiles)]}"#)
    }

    @Test(arguments: [(true, Int32(0)), (false, 4)])
    func `the status command shows the status, and its exit status agrees`(isReady: Bool, code: Int32) throws
    {
        let run = try stage.run(["status"], on: .api, [Self.status(isReady: isReady)])
        #expect(run.requests == [Received(line: "GET /v1/status", body: "")])
        let readiness = isReady ? "ready" : "not ready"
        #expect(run.output == "ossauthd 9.9.9, pid 7, up 1min: \(readiness)\n\n\(Self.row)")
        #expect(run.error == "" && run.status == .exited(code))
    }

    @Test func `traces with --debug`() throws {
        let run = try stage.run(["status", "--debug"], on: .api, [Self.status(isReady: true)])
        #expect(run.error.contains("note: GET /v1/status over \(stage.api): 200 after "))
        #expect(run.output.hasPrefix("ossauthd 9.9.9") && run.status == .exited(0))
    }

    @Test func `colours on request`() throws {
        let run = try stage.run(
            ["status"], on: .api, [Self.status(isReady: true)], environment: ["CLICOLOR_FORCE=1"])
        #expect(run.output.contains("\u{1B}[32mfresh\u{1B}[0m"))
    }

    @Test func `signs a request`() throws {
        let answer = Scripted(
            200,
            #"{"method":"PUT","url":"https://x/k","headers":{"x-oss-date":"d","authorization":"a b"},"#
                + #""canonicalRequest":"PUT\n/k","stringToSign":"s"}"#)
        let run = try stage.run(["sign", "PUT", "oss://b/k", "--show-string-to-sign"], on: .api, [answer])
        let body = #"{"method":"PUT","bucket":"b","key":"k","explain":true}"#
        #expect(run.requests == [Received(line: "POST /v1/sign", body: body)])
        #expect(run.output == "PUT https://x/k\nx-oss-date: d\nauthorization: a b\n")
        #expect(
            run.error == "Canonical request\n  PUT\n  /k\nString to sign\n  s\n" && run.status == .exited(0))
    }

    @Test func `prints the answer on one line where JSON is asked for`() throws {
        let run = try stage.run(
            ["sign", "GET", "oss://b", "--json"], on: .api,
            [Scripted(200, "{\"url\": \"u\",\n\"new\":[1.50]}")])
        #expect(run.output == "{\"url\": \"u\",\"new\":[1.50]}\n" && run.status == .exited(0))
    }

    @Test func `sets a token from standard input, and never shows it`() throws {
        let token = #"{"AccessKeyId":"STS.a","AccessKeySecret":"hidden","SecurityToken":"t"}"#
        let run = try stage.run(
            ["credentials", "set", "uploads"], on: .admin, [Scripted(200, Self.profile)], input: token)
        #expect(run.requests == [Received(line: "PUT /v1/profiles/uploads/credentials", body: token)])
        #expect(run.output == Self.row && run.error == "" && run.status == .exited(0))
    }

    @Test func `sets a token from a file`() throws {
        let file = stage.directory.appending("token.json")
        try File.replace(file, with: "{}".utf8Span.span)
        let run = try stage.run(
            ["credentials", "set", "uploads", "--file", file], on: .admin, [.problem(422, "invalid-request")])
        #expect(run.requests.map(\.body) == ["{}"] && run.status == .exited(1) && run.output == "")
    }

    @Test func `sets a token from another program`() throws {
        let run = try stage.shell(
            #"OSSAUTHD_ADMIN_SOCKET=$OSSAUTHD_SOCKET "$0" credentials set uploads --file <(printf '{}')"#,
            in: "/bin/bash", answering: [Scripted(200, Self.profile)])
        #expect(run.requests.map(\.body) == ["{}"] && run.status == .exited(0))
    }

    @Test func `forgets a token`() throws {
        let run = try stage.run(
            ["credentials", "forget", "uploads"], on: .admin, [Scripted(200, Self.profile)])
        #expect(run.requests == [Received(line: "DELETE /v1/profiles/uploads/credentials", body: "")])
        #expect(run.output == Self.row && run.status == .exited(0))
    }

    @Test func `a refresh of all profiles goes on when one of them fails`() throws {
        let backup = #"{"name":"backup","source":"appserver","state":"aging","remainingSeconds":60}"#
        let other = #"{"name":"other","source":"appserver","state":"fresh","remainingSeconds":60}"#
        let run = try stage.run(
            ["refresh"], on: .admin,
            [
                Self.status(isReady: true, "\(Self.profile),\(backup),\(other)"),
                .problem(503, "no-credential", more: #","state":"aging","lastError":"it answered 502""#),
                Scripted(200, other),
            ])
        #expect(
            run.requests.map(\.line) == [
                "GET /v1/status", "POST /v1/profiles/backup/refresh", "POST /v1/profiles/other/refresh",
            ])
        #expect(run.output.contains("other    appserver  fresh") && !run.output.contains("backup"))
        #expect(
            run.error
                == "ossauthctl: error: backup: the detail; last error: it answered 502; 'ossauthctl doctor' says "
                + "what to do\n")
        #expect(run.status == .exited(5))
    }

    @Test func `a profile without a source to refresh from is reported`() throws {
        let run = try stage.run(["refresh", "uploads"], on: .admin, [Scripted(200, Self.profile)])
        #expect(run.output == Self.row && run.status == .exited(0))
        #expect(
            run.error == "ossauthctl: note: profile 'uploads' has Source=manual and cannot be refreshed; "
                + "run 'ossauthctl credentials set uploads'\n")
    }

    @Test func `the refusal to refresh a forgotten profile has a reason`() throws {
        let run = try stage.run(
            ["refresh", "uploads"], on: .admin,
            [
                .problem(503, "no-credential", more: #","state":"never","lastError":null"#),
                Self.status(isReady: false),
            ])
        #expect(run.requests.map(\.line) == ["POST /v1/profiles/uploads/refresh", "GET /v1/status"])
        #expect(
            run.error == "ossauthctl: error: profile 'uploads' has Source=manual and cannot be refreshed; "
                + "run 'ossauthctl credentials set uploads'\n")
        #expect(run.status == .exited(4))
    }

    @Test func `a reload succeeds even if a profile is not ready`() throws {
        let run = try stage.run(["reload"], on: .admin, [Self.status(isReady: false)])
        #expect(run.requests == [Received(line: "POST /v1/reload", body: "")])
        #expect(run.output.contains("not ready") && run.status == .exited(0))
    }

    @Test func `a reload reports all errors of a configuration in one sentence`() throws {
        let run = try stage.run(
            ["reload"], on: .admin, [Scripted(422, #"{"title":"Not good","detail":"a:1:1: x\nb:2:2: y"}"#)])
        #expect(run.error == "ossauthctl: error: not good: a:1:1: x; b:2:2: y\n" && run.status == .exited(1))
    }

    @Test func `control characters are shown escaped on a terminal`() throws {
        let run = try stage.run(
            ["status"], on: .api, [Scripted(403, #"{"title":"\u001b]0;owned\u0007","detail":"a\nb"}"#)])
        #expect(run.error == #"ossauthctl: error: \u{1b}]0;owned\u{7}: a\u{a}b"# + "\n")
    }
}
