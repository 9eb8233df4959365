import CommandLine
import OSSAuthClient
import Testing
import Time

@testable import Control

/// The events as a person reads them.
struct EventTests {
    private static let now = Timestamp(secondsSince1970: 1_702_743_657)

    private func text(_ events: [String], columns: Int? = nil) throws -> String {
        var page = EventPage()
        let lines = try events.flatMap {
            page.lines(of: try DaemonEvent($0.utf8Span.span), at: Self.now, columns: columns)
        }
        return lines.map { $0.text(Ink(isColoured: false)) }.joined(separator: "\n")
    }

    @Test func `each event is a line in columns`() throws {
        let events = [
            #"{"event":"state","profiles":[{"name":"media","source":"appserver","state":"fresh","generation":3,"#
                + #""remainingSeconds":2400,"nextRefreshAt":"2023-12-16T16:30:57Z"},"#
                + #"{"name":"main","source":"static","state":"never","generation":0,"remainingSeconds":null}]}"#,
            #"{"event":"rotated","time":"2023-12-16T16:30:57Z","profile":"media","generation":4,"#
                + #""expiration":"2023-12-16T17:30:57Z"}"#,
            #"{"event":"refreshFailed","time":"2023-12-16T16:31:57Z","profile":"a-longer-name","kind":"passing","#
                + #""error":"it answered \u001b[31m502","consecutiveFailures":3,"nextAttemptAt":"2023-12-16T16:32:57Z"}"#,
            #"{"event":"expired","time":"2023-12-16T16:33:57Z","profile":"media","generation":4}"#,
            #"{"event":"reloaded","time":"2023-12-16T16:34:57Z","profiles":["media","main"]}"#,
            #"{"event":"n\u009bew","time":"2023-12-16T16:35:57Z","x":[1]}"#,
        ]
        #expect(
            try text(events) == #"""
                2023-12-16T16:20:57Z  media    fresh           40min left, generation 3, next refresh in 10min
                2023-12-16T16:20:57Z  main     never           nothing to sign with
                2023-12-16T16:30:57Z  media    rotated         generation 4, good until 2023-12-16T17:30:57Z
                2023-12-16T16:31:57Z  a-longer-name  refresh failed  it answered \u{1b}[31m502 (passing), 3 in a row, next attempt at 2023-12-16T16:32:57Z
                2023-12-16T16:33:57Z  media          expired         generation 4 has ended; nothing is signed until the next
                2023-12-16T16:34:57Z                 reloaded        media, main
                2023-12-16T16:35:57Z                 n\u{9b}ew
                """#)
    }

    @Test func `an event goes on below its words where the terminal ends`() throws {
        let failure =
            #"{"event":"refreshFailed","time":"2023-12-16T16:31:57Z","profile":"media","kind":"passing","error":"#
            + #""the server answered with status 502","nextAttemptAt":"2023-12-16T16:32:57Z"}"#
        let blanks = String(repeating: " ", count: 47)
        #expect(
            try text([failure], columns: 80) == """
                2023-12-16T16:31:57Z  media    refresh failed  the server answered with status
                \(blanks)502 (passing), next attempt at
                \(blanks)2023-12-16T16:32:57Z
                """)
        #expect(
            try text([failure], columns: 60) == """
                2023-12-16T16:31:57Z  media    refresh failed  the server
                    answered with status 502 (passing), next attempt at
                    2023-12-16T16:32:57Z
                """)
    }

    @Test(arguments: ["", "[]", "{}", #"{"event":1}"#, #"{"event":"state","profiles":[7]}"#, "{"])
    func `an event without a name is rejected`(line: String) {
        #expect(throws: DaemonError.self) { try DaemonEvent(line.utf8Span.span) }
    }
}
