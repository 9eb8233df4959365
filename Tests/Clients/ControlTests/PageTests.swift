import Bytes
import CommandLine
import OSSAuthClient
import TestSupport
import Testing
import Time

@testable import Control

struct PageTests {
    private static let status = """
        {"version":"1.0.0","pid":412,"uptimeSeconds":1257,"ready":false,"configurationGood":false,
        "restartNeededFor":["ApiSocket= (a.conf:2)"],"profiles":[
        {"name":"main","source":"static","state":"fresh","generation":1,"expiration":null,"remainingSeconds":null,
        "fetchedAt":"2023-12-16T16:00:00Z","nextRefreshAt":null,"consecutiveFailures":0,"lastError":null},
        {"name":"backup","source":"appserver","state":"aging","remainingSeconds":5430,
        "nextRefreshAt":"2023-12-16T16:21:12Z","consecutiveFailures":3,"lastError":"the AppServer answered 502",
        "warnings":["Endpoint=: no"]},
        {"name":"a-name-that-is-really-longer-than-any-column-should-be","source":"assume-role-oidc","state":"never",
        "remainingSeconds":null,"nextRefreshAt":"2023-12-16T16:00:00Z","consecutiveFailures":1,
        "lastError":"\\u001b[2Jgone and a long story about why it went which does not fit the line that it is on"},
        {"name":"lost","source":"manual","state":"never","forgottenAt":"2023-12-16T16:15:57Z"},
        {"name":"gone","source":"appserver","state":"never","forgottenAt":"2023-12-16T16:15:57Z",
        "consecutiveFailures":2,"lastError":"connection refused"}]}
        """

    private func page(isColoured: Bool = false) throws -> String {
        // 2023-12-16T16:20:57Z
        let now = Timestamp(secondsSince1970: 1_702_743_657)
        return Page(ink: Ink(isColoured: isColoured)).text(
            of: try SigningDaemon.Status(Self.status.utf8Span.span), at: now)
    }

    @Test func `is a table that people read`() throws {
        let expected = """
            ossauthd 1.0.0, pid 412, up 20min 57s: not ready
            Not all of the configuration on disk is used; 'ossauthd --check' says why.
            ApiSocket= (a.conf:2): the change takes effect at the next restart.

            PROFILE  SOURCE            STATE  LEFT      NEXT REFRESH
            main     static            fresh  no end    -
            backup   appserver         aging  1h 30min  in 15s
                the AppServer answered 502 (3 failures in a row)
                warning: Endpoint=: no
            a-name-that-is-really-longer-than-any-column-should-be
                     assume-role-oidc  never  -         now
                \\u{1b}[2Jgone and a long story about why it went which does not fit the line
                that it is on
            lost     manual            never  -         -
                forgotten 5min ago, as the operator asked
            gone     appserver         never  -         -
                forgotten 5min ago, as the operator asked; the new fetch fails: connection
                refused (2 failures in a row)

            """
        #expect(try page() == expected)
    }

    @Test(arguments: [("", "fetching"), (#","lastError":"it answered 502""#, "never")])
    func `a first credential that is on its way is being fetched, until that fails`(
        members: String, state: String
    ) throws {
        let status = #"""
            {"version":"1","pid":1,"uptimeSeconds":1,"ready":false,"profiles":[
            {"name":"main","source":"appserver","state":"never","fetching":true\#(members)}]}
            """#
        let page = Page(ink: Ink(isColoured: false))
            .text(of: try SigningDaemon.Status(status.utf8Span.span), at: Timestamp(secondsSince1970: 0))
        let row = page.split(separator: "\n").first { $0.hasPrefix("main ") }
        let cells = (row ?? "").split(separator: " ").map(String.init)
        #expect(cells.prefix(3) == ["main", "appserver", state], "\(page)")
    }

    @Test func `has bars for the life that is left, on a terminal`() throws {
        let status = #"""
            {"version":"1.0.0","pid":412,"uptimeSeconds":60,"ready":true,"profiles":[
            {"name":"日志","source":"assume-role-oidc","state":"fresh","expiration":"2023-12-16T17:00:57Z",
            "fetchedAt":"2023-12-16T16:00:57Z","remainingSeconds":2400,"nextRefreshAt":"2023-12-16T16:30:57Z"},
            {"name":"main","source":"static","state":"fresh","remainingSeconds":null}]}
            """#
        let page = Page(ink: Ink(isColoured: false), columns: 80)
        let now = Timestamp(secondsSince1970: 1_702_743_657)
        #expect(
            page.text(of: try SigningDaemon.Status(status.utf8Span.span), at: now) == """
                ossauthd 1.0.0, pid 412, up 1min: ready

                PROFILE  SOURCE            STATE  LEFT                 NEXT REFRESH
                日志     assume-role-oidc  fresh  ████████░░░░ 40min   in 10min
                main     static            fresh               no end  -

                """)
    }

    @Test(arguments: [(40, 40), (80, 80), (120, 120)])
    func `the status page fits the terminal, and fills it`(columns: Int, width: Int) throws {
        let now = Timestamp(secondsSince1970: 1_702_743_657)
        let status = try SigningDaemon.Status(Self.status.utf8Span.span)
        let text = Page(ink: Ink(isColoured: false), columns: columns).text(of: status, at: now)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("a-name") }
        #expect(lines.allSatisfy { $0.count <= width }, "\(text)")
        #expect(text.contains("the line that it is on") == (columns > 80))
        // Columns without room are left out one by one; the remaining life stays.
        #expect(lines.contains { $0.contains("LEFT") })
        #expect(text.contains("SOURCE") == (columns > 40))
    }

    @Test func `the status page fits 80 columns`() throws {
        #expect(try page().split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test func `colours of the status page take no room`() throws {
        let coloured = try page(isColoured: true)
        #expect(
            coloured.contains("\u{1B}[32mfresh\u{1B}[0m") && coloured.contains("\u{1B}[33maging\u{1B}[0m"))
        #expect(coloured.contains("\u{1B}[31mnever\u{1B}[0m"))
        #expect(coloured.replacing(/\u{1B}\[[0-9]+m/, with: "") == (try page()))
    }

    @Test func `the status page says so if there are no profiles`() throws {
        let answer = try SigningDaemon.Status(
            #"{"version":"1","pid":1,"uptimeSeconds":0,"ready":true,"profiles":[]}"#.utf8Span.span)
        let page = Page(ink: Ink(isColoured: false)).text(
            of: answer, at: Timestamp(secondsSince1970: 0))
        #expect(
            page
                == "ossauthd 1, pid 1, up 0s: ready\nThere is no profile that you may use; 'ossauthctl doctor' says why.\n"
        )
    }

    @Test func `forges no line from a header`() throws {
        let answer = try SignedAnswer(
            #"{"method":"GET","url":"https://x/","headers":{"a":"b\r\nc: d","e":"f"}}"#.utf8Span.span,
            count: 1)
        let page = try page(of: answer, for: ["sign", "GET", "oss://b/k"])
        #expect(page == "GET https://x/\na: b\\u{d}\\u{a}c: d\ne: f\n")
    }

    @Test func `prints the type that it found by the ending of the key`() throws {
        let answer = try SignedAnswer(
            #"{"method":"PUT","url":"https://x/","headers":{"authorization":"A"}}"#.utf8Span.span, count: 1)
        let words = ["sign", "PUT", "oss://b/a.html", "--content-type", "auto"]
        #expect(
            try page(of: answer, for: words) == "PUT https://x/\ncontent-type: text/html\nauthorization: A\n")
    }

    @Test func `prints the user's own headers with those of the answer`() throws {
        let answer = try SignedAnswer(
            #"{"method":"PUT","url":"https://x/","headers":{"authorization":"A"}}"#.utf8Span.span, count: 1)
        let page = try page(
            of: answer,
            for: ["sign", "PUT", "oss://b/k", "--header", "x-oss-meta-a: 1", "--content-type", "text/plain"])
        #expect(page == "PUT https://x/\nx-oss-meta-a: 1\ncontent-type: text/plain\nauthorization: A\n")
    }

    /// curl resolves them before it sends, unless an option forbids it (CURLOPT_PATH_AS_IS).
    @Test(arguments: [
        ("https://b.x/a/../b?q=1", true), ("https://b.x/./a", true), ("https://b.x/a/..", true),
        ("https://b.x/a..b/.c?q=/../", false), ("https://b.x/...", false), ("https://b.x", false),
    ])
    func `curl sends a path with dots as it is`(url: String, isTold: Bool) throws {
        let answer = try SignedAnswer(#"{"method":"GET","url":"\#(url)"}"#.utf8Span.span, count: 1)
        let page = try page(of: answer, for: ["sign", "GET", "oss://b/k", "--curl"])
        #expect(page.contains("--path-as-is") == isTold && page.contains(url))
    }

    /// Control characters of both sets, a mark that turns the direction of writing, and bytes that are no UTF-8.
    @Test func `a terminal obeys nothing of what another program reads`() {
        var bytes = ByteBuffer()
        bytes.append("a\u{1B}[2J\r日本\u{9B}\u{202E}\t\n")
        for byte in [0xFF, 0xC3, 0x28, 0xE6, 0x97] as [UInt8] { bytes.append(byte) }
        var text = ByteBuffer()
        text.append(visibleLines: bytes.span)
        #expect(text.string == #"a\u{1b}[2J\u{d}日本\u{9b}\u{202e}\u{9}"# + "\n" + #"\xff\xc3(\xe6\x97"#)
    }

    private func page(of answer: SignedAnswer, for words: [String]) throws -> String {
        try command(words, as: SignCommand.self).text(of: answer)
    }
}
