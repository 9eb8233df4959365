import Bytes
import CommandLine
import OSSAuthClient
import TestSupport
import Testing
import Time

@testable import Control

/// The screen of `top` as text.
struct TopTests {
    private static let now = Timestamp(secondsSince1970: 1_702_743_657)
    private static let status = #"""
        {"version":"1.0.0","pid":412,"uptimeSeconds":1257,"ready":true,"profiles":[
        {"name":"media","source":"appserver","state":"fresh","generation":3,"expiration":"2023-12-16T17:00:57Z",
        "fetchedAt":"2023-12-16T16:00:57Z","remainingSeconds":2400,"nextRefreshAt":"2023-12-16T16:30:57Z",
        "consecutiveFailures":0,"lastError":null},
        {"name":"backup","source":"appserver","state":"aging","generation":1,"expiration":"2023-12-16T16:40:57Z",
        "fetchedAt":"2023-12-16T15:40:57Z","remainingSeconds":1200,"nextRefreshAt":"2023-12-16T16:21:12Z",
        "consecutiveFailures":3,"lastError":"the AppServer answered 502"},
        {"name":"日志\u001b[2J","source":"static","state":"fresh","generation":1,"expiration":null,
        "fetchedAt":"2023-12-16T15:40:57Z","remainingSeconds":null,"nextRefreshAt":null,
        "consecutiveFailures":0,"lastError":null}]}
        """#

    private static func metrics(_ presigned: Int, refused: Int) -> String {
        """
        # TYPE ossauthd_requests counter
        ossauthd_requests_total{operation="presign",verdict="answered"} \(presigned)
        ossauthd_requests_total{operation="presign",verdict="not-allowed"} \(refused)
        ossauthd_requests_total{operation="sign",verdict="no-credential"} 2
        ossauthd_requests_total{operation="read",verdict="answered"} 0
        # TYPE ossauthd_request_duration_seconds histogram
        ossauthd_request_duration_seconds_bucket{le="0.0001"} \(presigned)
        ossauthd_request_duration_seconds_bucket{le="0.0002"} \(presigned)
        ossauthd_request_duration_seconds_bucket{le="+Inf"} \(presigned)
        ossauthd_signatures_total{profile="media"} \(presigned)
        ossauthd_signatures_total{profile="backup"} 5
        ossauthd_connections 12
        ossauthd_connections_max 4096
        ossauthd_process_start_time_seconds 1700000000
        ossauthd_process_cpu_seconds_total \(presigned / 10_000)
        ossauthd_process_resident_memory_bytes 10485760
        # EOF

        """
    }

    private static func model(_ looks: [(presigned: Int, refused: Int)?]) throws -> TopModel {
        var model = TopModel()
        for (second, look) in looks.enumerated() {
            let time = Instant(nanosecondsSinceBoot: Int64(second) * 1_000_000_000)
            let exposition = look.map {
                let text = metrics($0.presigned, refused: $0.refused)
                return Exposition(text.utf8Span.span)
            }
            model.take(
                TopSample(
                    time: time, status: try SigningDaemon.Status(status.utf8Span.span), metrics: exposition))
        }
        return model
    }

    private static func screen(_ model: TopModel, _ columns: Int = 80, _ rows: Int = 24) -> String {
        text(TopScreen(model: model, columns: columns, rows: rows, now: now, glyphs: .unicode).lines)
    }

    private static func text(_ lines: [Line]) -> String {
        lines.map { String($0.plain.reversed().drop { $0 == " " }.reversed()) }.joined(separator: "\n")
    }

    private static let busy = [(0, 0), (5_000, 0), (15_000, 10)]

    @Test func `the top screen shows figures and a table of profiles`() throws {
        let expected = #"""
            ossauthd 1.0.0  pid 412  up 20min 57s  ready

            requests    10.0k/s                             ▄█  connections  12 of 4,096
            latency     50.0 µs                             ██  99 % within  99.0 µs
            refused      10.0/s                             ▁█  processor    100 %
                                                                memory       10.0 MiB

            PROFILE        SOURCE     STATE  LEFT                 NEXT REFRESH  SIGNED
            backup         appserver  aging  ████░░░░░░░░ 20min   in 15s        0/s
                the AppServer answered 502 (3 failures in a row)
            media          appserver  fresh  ████████░░░░ 40min   in 10min      10.0k/s
            日志\u{1b}[2J  static     fresh               no end  -             -











            q quit
            """#
        let screen = Self.screen(try Self.model(Self.busy))
        #expect(screen == expected)
    }

    @Test(arguments: [(80, 24), (120, 40), (40, 10), (20, 5), (1, 1), (300, 100)])
    func `fits every terminal`(columns: Int, rows: Int) throws {
        let lines = Self.screen(try Self.model(Self.busy), columns, rows).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == rows && lines.allSatisfy { String($0).columns <= columns })
        #expect(columns < 14 || lines[rows - 1] == "q quit")
    }

    @Test func `shows root the callers, the busiest first, with time, refusals and failures`() throws {
        var model = TopModel()
        model.userNames = [33: "www-data"]
        for (second, asked, busy) in [(0, 100, 10), (1, 400, 260)] {
            let callers = #"""
                "callers":[{"uid":33,"requests":\#(asked),"refused":7,"failed":1,"busyMilliseconds":\#(busy)},
                {"uid":0,"requests":900,"refused":0,"failed":0},{"uid":null,"requests":1,"refused":1,"failed":0}],
                """#
            let text = Self.status.replacing(#""profiles""#, with: callers + #""profiles""#)
            let time = Instant(nanosecondsSinceBoot: Int64(second) * 1_000_000_000)
            let exposition = Exposition(Self.metrics(second, refused: 0).utf8Span.span)
            model.take(
                TopSample(
                    time: time, status: try SigningDaemon.Status(text.utf8Span.span), metrics: exposition))
        }
        let screen = Self.screen(model)
        #expect(
            screen.contains(
                """
                CALLER              RATE      TIME   REFUSED    FAILED
                www-data           300/s    25.0 %         7         1
                0                    0/s    0.00 %         0         0
                others               0/s    0.00 %         1         0

                """))
        #expect(screen.contains("\n日志"))
    }

    @Test func `leaves figures blank that the daemon does not give`() throws {
        let text = Self.screen(try Self.model([nil, nil]))
        #expect(text.contains("requests          -") && text.contains("connections  -"))
        #expect(text.contains("media          appserver  fresh"))
    }

    @Test func `a daemon that was started anew has no negative rates`() throws {
        var model = try Self.model([(15_000, 0)])
        let text = Self.metrics(10, refused: 0).replacing("1700000000", with: "1700000099")
        let status = try SigningDaemon.Status(Self.status.utf8Span.span)
        model.take(
            TopSample(
                time: Instant(nanosecondsSinceBoot: 1_000_000_000), status: status,
                metrics: Exposition(text.utf8Span.span)))
        #expect(Self.screen(model).contains("requests          -"))
    }

    @Test func `the top screen says why it has no new figures`() throws {
        var model = try Self.model(Self.busy)
        model.fail("no program listens at /x\u{1B}[2J", at: Timestamp(secondsSince1970: 0))
        #expect(Self.screen(model).hasSuffix(#"no program listens at /x\u{1b}[2J"#))
    }

    @Test func `shows of a daemon that is gone since when, and its last figures in grey`() throws {
        var model = try Self.model(Self.busy)
        let reason = "no daemon listens at /run/ossauthd/ossauthd.sock; start the daemon, or name another"
        model.fail(reason, at: Timestamp(secondsSince1970: 100))
        model.fail("still away; \(reason)", at: Timestamp(secondsSince1970: 105))
        let lines = TopScreen(
            model: model, columns: 40, rows: 20, now: Timestamp(secondsSince1970: 112), glyphs: .unicode
        ).lines
        #expect(lines.count == 20 && lines[0].text(Ink(isColoured: true)).contains("gone for 12s"))
        #expect(!Self.text(lines).contains("ready") && Self.text(lines).hasSuffix("another"))
        let plain = lines[1..<16].map { $0.text(Ink(isColoured: true)) }
        #expect(plain.allSatisfy { $0.isEmpty || $0.hasPrefix("\u{1B}[2m") })
        #expect(plain.allSatisfy { $0.split(separator: "\u{1B}").count <= 2 })
    }

    @Test func `says that programs cannot reach the daemon that answers it`() throws {
        var model = try Self.model(Self.busy)
        model.exclusion = "programs cannot connect: there is no socket at /s"
        #expect(Self.screen(model).hasSuffix("\nprograms cannot connect: there is no socket at /s"))
        #expect(Self.screen(model).contains("ready"))
    }

    @Test func `shows those that do not sign first, and how many more there are than room`() throws {
        let profiles = (100..<200).map {
            #"{"name":"p\#($0)","source":"static","state":"\#($0 == 150 ? "expired" : "fresh")"}"#
        }
        let status =
            #"{"version":"1","pid":1,"uptimeSeconds":1,"ready":true,"profiles":[\#(profiles.joined(separator: ","))]}"#
        var model = TopModel()
        model.take(
            TopSample(
                time: Instant(nanosecondsSinceBoot: 0),
                status: try SigningDaemon.Status(status.utf8Span.span), metrics: nil))
        let names = Self.screen(model).split(separator: "\n").filter { $0.hasPrefix("p1") }.map {
            $0.prefix(4)
        }
        #expect(names == (["p150"] + (100..<112).map { "p\($0)" }).map { $0.prefix(4) })
        #expect(Self.screen(model).contains("\nand 87 more; 'ossauthctl status' shows all\n"))
    }
}
