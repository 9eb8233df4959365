import Bytes
import TestSupport
import Testing
import Time

@testable import Auditing

/// Decisions by value: the time is an argument, and the journal takes what the test says.
struct AuditLedgerTests {
    private func at(_ milliseconds: Int64) -> Instant {
        Instant(nanosecondsSinceBoot: 1_000_000 * milliseconds)
    }

    private func places(
        _ kind: AuditClass, _ ledger: inout AuditLedger, of user: UInt32 = 1, isFull: Bool = false,
        count: Int = 1, keys: Int = 1, hasRoom: Bool = true, at milliseconds: Int64 = 0
    ) -> [AuditPlace] {
        (0..<count).map { _ in
            ledger.series(kind, isFull: isFull, of: user, at: at(milliseconds))
                .place(forKeys: keys, hasRoom: { hasRoom }, at: at(milliseconds))
        }
    }

    private func count(
        _ kind: AuditClass, _ ledger: inout AuditLedger, of user: UInt32 = 1, by rule: String,
        _ object: String, at milliseconds: Int64 = 0
    ) {
        let series = ledger.series(kind, isFull: false, of: user, at: at(milliseconds))
        let count = ledger.count(in: series, of: rule, at: at(milliseconds))
        count.total.add(1)
        let slash = object.firstIndex(of: "/") ?? object.endIndex
        count.total.add(
            String(object[..<slash]).utf8Span.span, String(object[slash...].dropFirst()).utf8Span.span)
    }

    private func reports(
        _ ledger: inout AuditLedger, all: Bool = false, isWritten: Bool = true, at milliseconds: Int64
    ) -> [String] {
        var lines: [String] = []
        ledger.report(at: at(milliseconds), all: all) { series, count in
            let user = series.user.map { "\($0)" } ?? "others"
            let prefix = String(copying: count.total.prefix.span)
            lines.append("\(user) \(count.total.requests) \(series.kind.name)s by \(count.rule) in \(prefix)")
            return isWritten
        }
        return lines.sorted()
    }

    @Test func `of the removals of a second ten have records of their own and the others are gathered`() {
        var ledger = AuditLedger()
        let expected =
            [AuditPlace](repeating: .ownRecord, count: 10) + [AuditPlace](repeating: .gathered, count: 90)
        #expect(places(.removal, &ledger, count: 100) == expected)
        #expect(places(.removal, &ledger, at: 100) == [.ownRecord])
    }

    /// From inside the class: junk before, after and between.
    @Test(arguments: 0..<20)
    func `no flood of removals hides one of them`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        var ledger = AuditLedger()
        var recorded = 0
        for step in 0..<10_000 {
            let time = Int64(step) * Int64.random(in: 0...1, using: &random)
            let place = places(
                .removal, &ledger, isFull: Bool.random(using: &random),
                hasRoom: Int.random(in: 0..<50, using: &random) > 0, at: time)
            #expect(place != [.counted])
            recorded += place == [.refused] ? 0 : 1
        }
        // A thousand at once and as many in each second, in full and in summary.
        #expect(recorded <= 2 * 11_000)
    }

    @Test func `removals beyond a thousand keys a second are refused`() {
        var ledger = AuditLedger()
        #expect(places(.removal, &ledger, keys: 999) == [.ownRecord])
        // A request is never split.
        #expect(places(.removal, &ledger, keys: 1_000) == [.ownRecord])
        #expect(places(.removal, &ledger) == [.refused])
        #expect(places(.removal, &ledger, at: 999) == [.refused])
        #expect(places(.removal, &ledger, at: 1_001) == [.ownRecord])
    }

    @Test func `writes have a hundred keys a second on record and are counted beyond`() {
        var ledger = AuditLedger()
        let found = places(.write, &ledger, count: 1_000)
        #expect(found.count { $0 == .ownRecord } == 10)
        #expect(found.count { $0 == .gathered } == 90)
        #expect(found.suffix(900).allSatisfy { $0 == .counted })
        #expect(places(.write, &ledger, hasRoom: false, at: 5_000) == [.counted])
    }

    @Test func `reads are counted for each rule and user in a minute`() {
        var ledger = AuditLedger()
        #expect(places(.read, &ledger) == [.counted])
        count(.read, &ledger, by: "web", "media/public/a/1", at: 500)
        count(.read, &ledger, by: "web", "media/public/b/1", at: 600)
        count(.read, &ledger, by: "own", "media/own/1", at: 700)
        count(.read, &ledger, of: 2, by: "web", "other/x", at: 800)
        count(.read, &ledger, of: 2, by: "web", "otters/x", at: 900)
        #expect(ledger.due == at(60_000))
        #expect(reports(&ledger, at: 59_999) == [])
        #expect(
            reports(&ledger, at: 60_000) == [
                "1 1 reads by own in media/own/1", "1 2 reads by web in media/public/",
                "2 2 reads by web in ot",
            ])
        #expect(ledger.due == nil)
    }

    @Test func `a common prefix is one of bucket and key`() {
        var ledger = AuditLedger()
        // The same letters, but another bucket.
        count(.write, &ledger, by: "a", "media/x/y")
        count(.write, &ledger, by: "a", "media-x/y")
        count(.write, &ledger, by: "b", "media/same")
        count(.write, &ledger, by: "b", "media/same")
        count(.write, &ledger, by: "c", "media/")
        count(.write, &ledger, by: "c", "media/key")
        #expect(
            reports(&ledger, at: 1_000) == [
                "1 2 writes by a in media", "1 2 writes by b in media/same", "1 2 writes by c in media/",
            ])
    }

    @Test func `refusals have thirty records a minute and are counted beyond`() {
        var ledger = AuditLedger()
        #expect(places(.refusal, &ledger, count: 100).count { $0 == .ownRecord } == 30)
        #expect(places(.refusal, &ledger, at: 1_999) == [.counted])
        #expect(places(.refusal, &ledger, at: 2_000) == [.ownRecord])
    }

    @Test(arguments: AuditClass.allCases)
    func `in full each class has five hundred records a second, half of them at once`(kind: AuditClass) {
        var ledger = AuditLedger()
        let found = places(kind, &ledger, isFull: true, count: 2_000)
        #expect(found.count { $0 == .ownRecord } == 250)
        #expect(found.count { $0 == .gathered } == (kind == .removal ? 750 : 0))
        if kind != .removal {
            #expect(
                places(kind, &ledger, isFull: true, count: 999, at: 500).count { $0 == .ownRecord } == 250)
        }
        #expect(found.count { $0 == .refused } == (kind == .removal ? 1_000 : 0))
    }

    /// Four users do all they can in every class, and the fifth in every other class.
    @Test(arguments: AuditClass.allCases)
    func `no class and no user uses up the records of another`(kind: AuditClass) {
        var ledger = AuditLedger()
        for user in UInt32(1)...5 {
            for other in AuditClass.allCases where user < 5 || other != kind {
                _ = places(other, &ledger, of: user, count: 2_500)
                for _ in 0..<20 {
                    ledger.series(other, isFull: false, of: user, at: at(0)).add(10_000, in: 0)
                }
            }
        }
        let series = ledger.series(kind, isFull: false, of: 5, at: at(0))
        #expect(series.hasRoom(in: 0))
        #expect(places(kind, &ledger, of: 5) == [kind == .read ? .counted : .ownRecord])
    }

    @Test func `the bytes that wait for the journal are bounded until it has taken them`() {
        var ledger = AuditLedger()
        let series = ledger.series(.removal, isFull: false, of: 1, at: at(0))
        series.add(65_535, in: 7)
        #expect(series.hasRoom(in: 7))
        series.add(1, in: 7)
        #expect(!series.hasRoom(in: 7))
        #expect(series.hasRoom(in: 8))
        series.add(1, in: 8)
        #expect(series.hasRoom(in: 8))
    }

    @Test func `a count that was not written is reported again`() {
        var ledger = AuditLedger()
        count(.write, &ledger, by: "web", "media/a")
        #expect(reports(&ledger, isWritten: false, at: 1_000) == ["1 1 writes by web in media/a"])
        count(.write, &ledger, by: "web", "media/b", at: 1_500)
        #expect(ledger.due == at(2_000))
        #expect(reports(&ledger, at: 2_000) == ["1 2 writes by web in media/"])
        count(.refusal, &ledger, by: "", "media/a", at: 3_000)
        #expect(reports(&ledger, all: true, at: 3_000) == ["1 1 refusals by  in media/a"])
    }

    @Test func `however many users come, the memory has a bound and nothing is lost`() {
        var ledger = AuditLedger()
        for user in UInt32(1)...3_000 { count(.read, &ledger, of: user, by: "web", "media/a") }
        let lines = reports(&ledger, all: true, at: 0)
        #expect(lines.count == 1_025)
        #expect(lines.contains("others \(3_000 - 1_024) reads by web in media/a"))
        // When all is reported their places are free for others.
        count(.read, &ledger, of: 5_000, by: "web", "media/a", at: 10_000)
        #expect(reports(&ledger, all: true, at: 10_000) == ["5000 1 reads by web in media/a"])
    }
}
