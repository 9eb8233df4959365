import Bytes
import Testing
import Time

@testable import Callers
@testable import Daemon
@testable import Keeping
@testable import Records
@testable import Serving

/// Decisions by value: the time is an argument, and a report costs what the test says.
struct AuditLedgerTests {
    private static let hour: Int64 = 3_600_000

    private func at(_ milliseconds: Int64) -> Instant {
        Instant(nanosecondsSinceBoot: 1_000_000 * milliseconds)
    }

    /// How many refusals of the user get a record, of so many at once.
    private func refusals(
        of user: UInt32, _ ledger: inout AuditLedger, count: Int = 1_000, at milliseconds: Int64 = 0
    ) -> Int {
        (0..<count).count { _ in
            ledger.admits(isGrant: false, of: user, isTaken: true, at: at(milliseconds))
        }
    }

    private func admits(
        _ kind: String, _ ledger: inout AuditLedger, of user: UInt32 = 1, signatures: Int = 1,
        at milliseconds: Int64 = 0
    ) -> Bool {
        ledger.admits(
            kind: ByteBuffer(copying: kind.utf8Span.span), of: user, signatures: signatures, isTaken: true,
            at: at(milliseconds))
    }

    /// The reports, as texts; each has the given size.
    private func reports(
        _ ledger: inout AuditLedger, all: Bool = false, size: Int = 300, at milliseconds: Int64
    ) -> [String] {
        var lines: [String] = []
        ledger.report(at: at(milliseconds), all: all) { user, report in
            let name = user.map(String.init) ?? "others"
            switch report {
            case .grants(let kind):
                let text = String(decoding: (0..<kind.text.count).map { kind.text[$0] }, as: UTF8.self)
                lines.append("\(name) \(text) \(kind.count) \(kind.signatures)")
            case .dropped(let series):
                lines.append("\(name) dropped \(series.isGrant ? "grants" : "refusals") \(series.dropped)")
            }
            return size
        }
        return lines.sorted()
    }

    @Test func `in full, grants and refusals of each user have records of their own`() {
        var ledger = AuditLedger(.full)
        #expect(refusals(of: 1, &ledger) == 500)
        let isGrantRecorded = ledger.admits(isGrant: true, of: 1, isTaken: true, at: at(0))
        #expect(isGrantRecorded)
        #expect(refusals(of: 2, &ledger) == 500)
        #expect(refusals(of: 1, &ledger, at: 100) == 50)
        #expect(
            reports(&ledger, all: true, at: 100) == ["1 dropped refusals 1450", "2 dropped refusals 500"])
        #expect(reports(&ledger, all: true, at: 100) == [])
        #expect(ledger.due == nil)
    }

    @Test func `one report of dropped records a second, the largest first`() {
        var ledger = AuditLedger(.full)
        for user in UInt32(1)...3 { _ = refusals(of: user, &ledger, count: 500 + 10 * Int(user)) }
        #expect(ledger.due == at(1_000))
        #expect(reports(&ledger, at: 1_000) == ["3 dropped refusals 30"])
        #expect(ledger.due == at(2_000))
        #expect(reports(&ledger, at: 2_000) == ["2 dropped refusals 20"])
        #expect(reports(&ledger, at: 3_000) == ["1 dropped refusals 10"])
        #expect(ledger.due == nil)
    }

    @Test func `the first grant of a kind is recorded, the others are counted`() {
        var ledger = AuditLedger(.summary)
        #expect(admits("presign a", &ledger))
        #expect(admits("presign b", &ledger))
        #expect(admits("presign a", &ledger, of: 2))
        for _ in 0..<1_000 { #expect(!admits("presign a", &ledger, signatures: 3)) }
        #expect(ledger.due == at(600_000))
        #expect(reports(&ledger, at: 600_000) == ["1 presign a 1000 3000"])
        // Kinds that were seen in the period before are not recorded again yet.
        #expect(!admits("presign b", &ledger, at: 700_000))
        #expect(reports(&ledger, at: 1_200_000) == ["1 presign b 1 1"])
        #expect(admits("presign a", &ledger, at: 1_300_000))
        #expect(reports(&ledger, at: 1_800_000) == [])
        #expect(reports(&ledger, at: 2_400_000) == [])
        #expect(ledger.due == nil)
    }

    @Test func `kinds beyond sixteen of a user are counted together`() {
        var ledger = AuditLedger(.summary)
        let recorded = (0..<100).count { admits("kind \($0)", &ledger) }
        #expect(recorded == 17)
        #expect(reports(&ledger, at: 600_000) == ["1  83 83"])
    }

    @Test func `refusals have records up to a rate, and are counted beyond it`() {
        var ledger = AuditLedger(.summary)
        #expect(refusals(of: 1, &ledger) == 30)
        #expect(refusals(of: 1, &ledger, at: 60_000) == 1)
        #expect(reports(&ledger, at: 600_000) == ["1 dropped refusals 1969"])
    }

    /// Users that do all they can to fill the journal, for hours.
    @Test func `no behaviour of callers fills more than 1 MiB in an hour`() throws {
        var ledger = AuditLedger(.summary)
        var sizesByMinute = [Int](repeating: 0, count: 180)
        let size = 1_500
        func written(at time: Int64) {
            sizesByMinute[Int(time / 60_000)] += size + AuditBudget.overhead
        }
        for step in Int64(0)..<180 {
            let time = step * 60_000
            for user in UInt32(0)..<100 {
                for index in 0..<18 {
                    if admits("kind \(step % 7) \(index)", &ledger, of: user, at: time) {
                        ledger.charge(size, forGrant: true, at: at(time))
                        written(at: time)
                    }
                    if ledger.admits(isGrant: false, of: user, isTaken: true, at: at(time)) {
                        ledger.charge(size, forGrant: false, at: at(time))
                        written(at: time)
                    }
                }
            }
            if let due = ledger.due, due <= at(time) {
                for _ in reports(&ledger, size: size, at: time) { written(at: time) }
            }
        }
        let sums = (0...120).map { start in sizesByMinute[start..<start + 60].reduce(0, +) }
        let most = try #require(sums.max())
        // Each half may go beyond its limit by one record.
        #expect(most <= 1_048_576 + 2 * (size + AuditBudget.overhead))
        #expect(most > 524_288)
    }

    @Test func `counts for which there was no room are reported when there is`() {
        var ledger = AuditLedger(.summary)
        ledger.charge(10_000_000, forGrant: true, at: at(0))
        #expect(!admits("presign a", &ledger))
        #expect(!admits("presign a", &ledger, at: 1))
        #expect(reports(&ledger, at: 600_000) == [])
        let later = 100 * Self.hour
        #expect(ledger.due == at(1_200_000))
        #expect(reports(&ledger, at: later) == ["1 presign a 2 2"])
    }

    @Test func `however many users come, the memory has a bound and nothing is lost`() {
        var ledger = AuditLedger(.full)
        for user in UInt32(1)...3_000 { _ = refusals(of: user, &ledger, count: 501, at: 0) }
        let lines = reports(&ledger, all: true, at: 0)
        #expect(lines.count == 1_025)
        // The rest share an account, and so the records of one user.
        #expect(lines.contains("others dropped refusals \((3_000 - 1_024) * 501 - 500)"))
        // When all is reported their places are free for others.
        #expect(refusals(of: 5_000, &ledger, count: 1, at: 10_000) == 1)
        #expect(reports(&ledger, all: true, at: 10_000) == [])
    }
}
