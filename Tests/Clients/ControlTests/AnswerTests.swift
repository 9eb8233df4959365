import Bytes
import OSSAuthClient
import TestSupport
import Testing

@testable import Control

struct AnswerTests {
    @Test(arguments: [
        "{}", "[]", "", "nonsense", #"{"ready":"yes"}"#, #"{"ready":true,"profiles":{}}"#,
        #"{"ready":true} x"#,
        #"{"ready":true,"pid":null}"#,
    ])
    func `a body that is no status is rejected`(body: String) {
        #expect(throws: DaemonError.self) { _ = try SigningDaemon.Status(body.utf8Span.span) }
    }

    @Test func `unknown members of a status are ignored`() throws {
        let body = #"{"new":[{"x":1}],"ready":true,"profiles":[{"name":"a","newer":null}]}"#
        let answer = try SigningDaemon.Status(body.utf8Span.span)
        #expect(answer.isReady && answer.profiles.map(\.name) == ["a"])
    }

    @Test(arguments: [
        (#"{"url":"u"}"#, 1, true), (#"{"urls":["u","v"]}"#, 2, true), (#"{"urls":["u"]}"#, 2, false),
        ("{}", 1, false),
        (#"{"urls":["u","v","w"]}"#, 2, false), (#"{"url":null}"#, 1, false),
    ])
    func `an answer with more or fewer URLs than requested is rejected`(
        body: String, count: Int, isGood: Bool
    ) {
        #expect((try? SignedAnswer(body.utf8Span.span, count: count).urls.count) == (isGood ? count : nil))
    }

    @Test(arguments: [("manual", false), ("static", false), ("appserver", true), ("assume-role", true)])
    func `only a profile whose source asks a server can be refreshed`(source: String, isRefreshable: Bool)
        throws
    {
        let profile = try SigningDaemon.Profile(#"{"name":"a","source":"\#(source)"}"#.utf8Span.span)
        #expect(profile.isRefreshable == isRefreshable)
    }

    @Test(arguments: [
        (400, Control.ExitStatus.refused), (403, .refused), (404, .refused), (405, .refused),
        (413, .refused), (422, .refused),
        (429, .limited), (503, .noCredential), (500, .upstream), (502, .upstream), (302, .upstream),
    ])
    func `the exit status follows the status of the answer`(code: Int, status: Control.ExitStatus) {
        let problem = #"{"type":"t","title":"Title","status":1,"detail":"what is wrong"}"#
        #expect(Failure(code, problem.utf8Span.span, to: .status) == Failure(status, "title: what is wrong"))
        let silent = Failure(code, "<html>".utf8Span.span, to: .status)
        #expect(silent == Failure(status, "the daemon answered \(code) without an explanation"))
    }

    @Test(arguments: [
        ("aging", Control.ExitStatus.upstream), ("stale", .upstream), ("fresh", .upstream),
        ("expired", .noCredential),
        ("never", .noCredential),
    ])
    func `the exit status tells a failed refresh from a profile that cannot sign`(
        state: String, status: Control.ExitStatus
    )
        throws
    {
        let problem =
            #"{"title":"No credential","detail":"d","state":"\#(state)","lastError":"it answered 502"}"#
        let failure = Failure(503, problem.utf8Span.span, to: .refresh(profile: "p"))
        #expect(failure == Failure(status, "no credential: d; last error: it answered 502"))
    }

    @Test(arguments: [
        ("{\n\t\"a\": [1, {}]\r\n}", "{\"a\": [1, {}]}\n"),
        (" -1.5e3 ", " -1.5e3 \n"), (#""é\u001b\n""#, "\"é\\u001b\\n\"\n"),
        ("\"\u{9B}31m\u{7F}\u{202E}\u{E0001}\"", "\"\\u009b31m\\u007f\\u202e\\udb40\\udc01\"\n"),
    ])
    func `JSON is printed on one line with control characters escaped`(text: String, line: String) throws {
        var output = ByteBuffer()
        try output.append(json: text.utf8Span.span)
        #expect(output.string == line)
    }

    @Test(arguments: ["", "{", "{}{}", #"{"a":}"#, String(repeating: "[", count: 100_000)])
    func `text that is not JSON is not printed`(text: String) {
        #expect(throws: (any Error).self) {
            var output = ByteBuffer()
            try output.append(json: text.utf8Span.span)
        }
    }
}
