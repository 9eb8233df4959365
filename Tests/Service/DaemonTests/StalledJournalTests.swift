import EventLoop
import Glibc
import Keeping
import KeepingSupport
import Kernel
import Settings
import Systemd
import TestSupport
import Testing
import Time
import Tokens

@testable import Daemon
@testable import Records

// A journal that does not read; each in a process of its own, because it is known by the environment.
struct StalledJournalTests {
    private static let configuration = """
        [Profile a]
        Source=manual
        Endpoint=https://oss-cn-hangzhou.aliyuncs.com

        """

    /// A daemon that answers, and records its decisions.
    private static func daemon(
        recordingIn journal: borrowing JournalSocket, as setting: String = "full"
    ) throws -> DaemonFixture {
        let daemon = try DaemonFixture(
            configuration + "[Daemon]\nAudit=\(setting)\n", journal: journal.path)
        let now = Clock().now()
        daemon.profiles[0].replace(
            with: try ReceivedCredential(
                keyID: "STS.key".utf8Span.span, secret: "secret".utf8Span.span,
                securityToken: "token".utf8Span.span, expiration: now.wall + 86_400), at: now)
        daemon.whenAnswersAreSent = { [unowned daemon] in daemon.context.audit.write() }
        return daemon
    }

    private static func ask(_ client: Client, times count: Int) throws {
        let key = String(repeating: "k", count: 1_000)
        for _ in 0..<count {
            let status = try status(of: client, "GET", key)
            precondition(status == "200")
        }
    }

    private static func status(of client: Client, _ method: String, _ key: String) throws -> String? {
        let body = #"{"profile":"a","method":"\#(method)","bucket":"bucket","key":"\#(key)"}"#
        try client.send(
            "POST /v1/presign HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        return try client.status()
    }

    @Test func `the record of a removal leaves before its answer does`() async {
        await #expect(processExitsWith: .success) {
            let journal = try JournalSocket()
            let daemon = try StalledJournalTests.daemon(recordingIn: journal, as: "summary")
            daemon.whenAnswersAreSent = {}
            let client = try daemon.connect()
            for number in 0..<10 {
                let status = try StalledJournalTests.status(of: client, "DELETE", "key-\(number)")
                precondition(status == "200")
                let entry = try journal.next()
                precondition(entry?["OSSAUTHD_CLASS"] == "removal")
                precondition(entry?["OSSAUTHD_KEY"] == "key-\(number)")
            }
        }
    }

    @Test func `no removal is signed that will have no record`() async {
        await #expect(processExitsWith: .success) {
            let journal = try JournalSocket()
            let daemon = try StalledJournalTests.daemon(recordingIn: journal, as: "summary")
            let (audit, clock) = (daemon.context.audit, daemon.keeping.context.clock)
            let client = try daemon.connect()
            var signed: Set<String> = []
            let filling = String(repeating: "k", count: 900)
            for number in 0..<2_000 {
                let key = "\(number)-\(filling)"
                let status = try StalledJournalTests.status(of: client, "DELETE", key)
                precondition(status == "200" || status == "429")
                if status == "200" { signed.insert(key) }
                guard number % 200 == 199 else { continue }
                clock.ahead += 1
                audit.report(at: clock.now().boot)
            }
            // The journal took a part, and what may wait for it is less than the rest.
            precondition(signed.count > 20 && signed.count < 1_500)
            var entries = try journal.all()
            clock.ahead += 1
            audit.report(at: clock.now().boot, all: true)
            while audit.pendingBytes > 0 {
                entries += try journal.all()
                audit.write()
            }
            entries += try journal.all()
            let recorded = entries.filter { $0["OSSAUTHD_CLASS"] == "removal" }.joined()
                .filter { $0.name == "OSSAUTHD_KEY" }.map(\.value)
            precondition(Set(recorded) == signed)
            precondition(recorded.count == signed.count)
        }
    }

    @Test func `no request waits for it, and each decision is recorded or counted`() async {
        await #expect(processExitsWith: .success) {
            let journal = try JournalSocket()
            let daemon = try StalledJournalTests.daemon(recordingIn: journal)
            let (context, profileContext) = (daemon.context, daemon.keeping.context)
            let backlog = try Backlog(of: profileContext.log, context.audit, on: daemon.keeping.loop)
            defer { withExtendedLifetime(backlog) {} }
            let client = try daemon.connect()
            for _ in 0..<4 {
                try StalledJournalTests.ask(client, times: 450)
                // So that no decision is left out for their rate.
                profileContext.clock.ahead += 5
            }
            // Far more was decided than is kept.
            precondition(context.audit.pendingBytes > 0)

            var entries: [[JournalField]] = []
            _ = try daemon.keeping.loop.reaches {
                entries += try journal.all()
                return context.audit.pendingBytes == 0
            }
            entries += try journal.all()
            context.audit.report(at: profileContext.clock.now().boot, all: true)
            entries += try journal.all()
            let records = entries.filter {
                $0["OSSAUTHD_VERDICT"] == "granted" && $0["OSSAUTHD_COUNT"] == nil
            }
            let counted = entries.compactMap { $0["OSSAUTHD_COUNT"].flatMap { Int($0) } }.reduce(0, +)
            precondition(records.count > 40 && counted > 0 && records.count + counted == 1_800)
            precondition(records.allSatisfy { $0["OSSAUTHD_KEY"]?.utf8.count == 1_000 })
            precondition(entries.allSatisfy { $0["SYSLOG_IDENTIFIER"] == "ossauthd" })

            try StalledJournalTests.ask(client, times: 1)
            let last = try journal.next()
            precondition(last?["OSSAUTHD_VERDICT"] == "granted")
        }
    }

    @Test func `lines that are missing in the log are counted where they should stand`() async {
        await #expect(processExitsWith: .success) {
            let journal = try JournalSocket()
            let keeping = try KeepingFixture(journal: journal.path)
            let log = keeping.context.log
            let audit = Audit(nil, to: log.writer)
            let backlog = try Backlog(of: log, audit, on: keeping.loop)
            defer { withExtendedLifetime(backlog) {} }
            let filling = String(repeating: "x", count: 500)
            for number in 0..<2_000 { log.write(.unexpected("\(number)\n\(filling)")) }
            precondition(log.pendingBytes > 0)
            var messages: [String] = []
            let isRead = try keeping.loop.reaches {
                messages += try journal.all().compactMap { $0["MESSAGE"] }
                return log.pendingBytes == 0
            }
            messages += try journal.all().compactMap { $0["MESSAGE"] }
            log.write(.unexpected("after"))
            messages += try journal.all().compactMap { $0["MESSAGE"] }
            let kept = messages.count - 2
            precondition(isRead && messages.last == "after" && kept > 100)
            precondition(messages[kept] == LogRecord.recordsLost(count: 2_000 - kept).message)
            precondition(messages.prefix(kept) == (0..<kept).map { "\($0)\n\(filling)" }[...])
        }
    }

    @Test func `a message is cut that no datagram could hold`() async {
        await #expect(processExitsWith: .success) {
            let journal = try JournalSocket()
            let log = try KeepingFixture(journal: journal.path).context.log
            log.write(.unexpected(String(repeating: "ä", count: 50_000_000)))
            let message = try journal.next()?["MESSAGE"]
            precondition(message == String(repeating: "ä", count: 16_384) + "… (cut)")
        }
    }

    @Test func `the end does not wait for ever`() async {
        await #expect(processExitsWith: .success) {
            let journal = try JournalSocket()
            let keeping = try KeepingFixture(journal: journal.path)
            let log = keeping.context.log
            let backlog = try Backlog(of: log, Audit(nil, to: log.writer), on: keeping.loop)
            for number in 0..<1_000 { log.write(.unexpected("\(number)")) }
            precondition(log.pendingBytes > 0)
            backlog.finish(within: .milliseconds(10))
            precondition(log.pendingBytes > 0)
        }
    }
}
