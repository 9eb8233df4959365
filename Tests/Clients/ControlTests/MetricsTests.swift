import Bytes
import Kernel
import TestSupport
import Testing

/// `ossauthctl metrics`.
struct MetricsTests {
    private static let text = "# TYPE ossauthd_ready gauge\nossauthd_ready 1\n"
    private let stage: Stage

    init() throws {
        stage = try Stage()
    }

    private var file: String { stage.directory.appending("ossauthd.prom") }

    private func run(_ words: [String], _ answer: Scripted = Scripted(200, text)) throws -> Outcome {
        try stage.run(["metrics"] + words, on: .api, [answer])
    }

    @Test func `the metrics are printed as the daemon sends them`() throws {
        let run = try run([])
        #expect(run.requests == [Received(line: "GET /metrics", body: "")])
        #expect(run.output == Self.text && run.error == "" && run.status == .exited(0))
    }

    @Test func `a terminal obeys no control character in the metrics`() throws {
        let run = try stage.shell(
            #"script -qec "'$0' metrics" /dev/null"#, answering: [Scripted(200, "a\u{1B}[2J 1\n")])
        #expect(run.output == "a\\u{1b}[2J 1\r\n")
    }

    /// Texts that programs read too: a command line, and a credential.
    @Test(arguments: [
        (
            "sign GET oss://b/k --curl",
            #"{"method":"GET","url":"https://x/?a\u001b[2J","headers":{"x-oss-a":"b\u001b]0;t\u0007"}}"#,
            [#"https://x/?a\u{1b}[2J"#, #"x-oss-a: b\u{1b}]0;t\u{7}"#]
        ),
        (
            "credentials export --reveal --format ossutil --region cn-x --endpoint e",
            #"{"AccessKeyId":"i\u001b[2J","AccessKeySecret":"s","Expiration":"2030-01-02T03:04:05Z","#
                + #""SecurityToken":"t\u001bc","LastUpdated":"2030-01-02T02:04:05Z","Code":"Success"}"#,
            [#"accessKeyID=i\u{1b}[2J"#, #"stsToken=t\u{1b}c"#]
        ),
    ])
    func `a terminal obeys no control character in any other text of a daemon`(
        words: String, answer: String, shown: [String]
    )
        throws
    {
        let run = try stage.shell(
            #"script -qec "'$0' \#(words)" /dev/null"#, answering: [Scripted(200, answer)])
        for line in shown { #expect(run.output.contains(line), "\(run.output)") }
        #expect(!run.output.utf8.contains(0x1B) && !run.output.utf8.contains(0x07))
    }

    @Test func `writes a file that every user may read, in the place of the one before`() throws {
        try File.replace(file, with: "old".utf8Span.span)
        let run = try run(["--textfile", file])
        #expect(run.output == "" && run.error == "" && run.status == .exited(0))
        #expect(try File.contents(of: file, atMost: 4_096).string == Self.text)
        #expect(try FileStatus(ofLink: file).mode == 0o644)
        // No part of a file lies beside it.
        let names = try File.names(in: stage.directory.path).filter { $0.contains("prom") }
        #expect(names == ["ossauthd.prom"])
    }

    @Test func `leaves the file alone when it gets no metrics`() throws {
        try File.replace(file, with: "old".utf8Span.span)
        let run = try run(["--textfile", file], .problem(403, "not-allowed"))
        #expect(run.status == .exited(1))
        #expect(try File.contents(of: file, atMost: 4_096).string == "old")
    }

    @Test func `an unwritable metrics file is reported with the reason`() throws {
        let run = try run(["--textfile", stage.directory.appending("nowhere/ossauthd.prom")])
        #expect(run.error.hasPrefix("ossauthctl: error: the metrics cannot be written: "))
        #expect(run.status == .exited(2))
    }

    @Test func `the metrics command rejects --json`() throws {
        let run = try stage.run(["metrics", "--json"])
        #expect(run.error.contains("leave out --json") && run.status == .exited(2))
    }
}
