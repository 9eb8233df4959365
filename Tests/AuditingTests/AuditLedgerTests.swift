import Bytes
import TestSupport
import Testing
import Time

@testable import Auditing

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
            ledger.admit(isGrant: false, of: user, isTaken: true, at: at(milliseconds)) != nil
        }
    }

    /// `kind`: operation and method, a blank, and what else tells kinds apart.
    private func admit(
        _ kind: String, _ ledger: inout AuditLedger, of user: UInt32 = 1, isGrant: Bool = true,
        isChange: Bool = false, signatures: Int = 1, at milliseconds: Int64 = 0
    ) -> AuditLedger.Admission? {
        let parts = kind.split(separator: " ", maxSplits: 1)
        var traits = AuditTraits()
        traits.begin(isGrant: isGrant, isChange: isChange)
        traits.text.append(String(parts[0]))
        traits.endMethod()
        traits.endParameters()
        if parts.count > 1 { traits.text.append(" \(parts[1])") }
        return ledger.admit(
            traits, of: user, signatures: signatures, isTaken: true, at: at(milliseconds))
    }

    private func admits(
        _ kind: String, _ ledger: inout AuditLedger, of user: UInt32 = 1, isGrant: Bool = true,
        isChange: Bool = false, signatures: Int = 1, at milliseconds: Int64 = 0
    ) -> Bool {
        admit(
            kind, &ledger, of: user, isGrant: isGrant, isChange: isChange, signatures: signatures,
            at: milliseconds) != nil
    }

    /// The reports, as texts; each has the given size.
    private func reports(
        _ ledger: inout AuditLedger, all: Bool = false, size: Int = 300, at milliseconds: Int64
    ) -> [String] {
        var lines: [String] = []
        ledger.report(at: at(milliseconds), all: all) { user, report in
            let name = user.map(String.init) ?? "others"
            switch report {
            case .alike(let kind):
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
        let grant = ledger.admit(isGrant: true, of: 1, isTaken: true, at: at(0))
        #expect(grant != nil)
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

    @Test func `kinds of reading beyond sixteen of a user are counted by operation and method`() {
        var ledger = AuditLedger(.summary)
        let recorded = (0..<100).count { admits("presign \($0)", &ledger) }
        #expect(recorded == 17)
        #expect(admits("sign a", &ledger))
        #expect(reports(&ledger, at: 600_000) == ["1 presign 83 83"])
    }

    @Test func `however many kinds a user reads, a change has a record`() {
        var ledger = AuditLedger(.summary)
        for index in 0..<1_000 { _ = admits("presign \(index)", &ledger) }
        // Sixteen have places, and thirty more are within the rate.
        let recorded = (0..<100).count { admits("put \($0)", &ledger, isChange: true) }
        #expect(recorded == 16 + 30)
        #expect(reports(&ledger, at: 600_000) == ["1 presign 983 983", "1 put 54 54"])
    }

    @Test func `the first refusals of a kind have records, and those alike are counted`() {
        var ledger = AuditLedger(.summary)
        let recorded = (0..<100).count { _ in admits("presign a", &ledger, isGrant: false) }
        #expect(recorded == 5)
        #expect(reports(&ledger, at: 600_000) == ["1 presign a 95 95"])
        #expect(admits("presign a", &ledger, isGrant: false, at: 600_001))
    }

    @Test func `refusals of many kinds have records up to a rate`() {
        var ledger = AuditLedger(.summary)
        let recorded = (0..<100).count { admits("presign \($0)", &ledger, isGrant: false) }
        #expect(recorded == 30)
        #expect(admits("presign a", &ledger, isGrant: false, at: 60_000))
    }

    /// Four users do all they can, and a fifth does a little at any time.
    @Test(arguments: 0..<20)
    func `no other users hide the first refusals and the change of a user`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        var ledger = AuditLedger(.summary)
        let moment = Int64.random(in: 0..<120, using: &random) * 60_000
        for time in stride(from: Int64(0), through: moment, by: 60_000) {
            for _ in 0..<400 {
                let user = UInt32.random(in: 1...4, using: &random)
                let admission = admit(
                    "kind\(Int.random(in: 0..<9, using: &random)) \(Int.random(in: 0..<99, using: &random))",
                    &ledger, of: user, isGrant: Bool.random(using: &random),
                    isChange: Bool.random(using: &random), at: time)
                let size = Int.random(in: 400...7_000, using: &random)
                if let admission { ledger.charge(size, for: admission, at: at(time)) }
            }
            if let due = ledger.due, due <= at(time) { _ = reports(&ledger, size: 700, at: time) }
        }
        func isRecorded(_ kind: String, isGrant: Bool, isChange: Bool) -> Bool {
            guard
                let admission = admit(
                    kind, &ledger, of: 5, isGrant: isGrant, isChange: isChange, at: moment)
            else { return false }
            ledger.charge(700, for: admission, at: at(moment))
            return true
        }
        for index in 0..<20 { _ = isRecorded("get \(index)", isGrant: true, isChange: false) }
        #expect(isRecorded("put acl", isGrant: true, isChange: true))
        for _ in 0..<3 { #expect(isRecorded("get other", isGrant: false, isChange: true)) }
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
                    for isGrant in [true, false] {
                        let kind = "kind\(step % 7) \(index)"
                        guard
                            let admission = admit(
                                kind, &ledger, of: user, isGrant: isGrant, isChange: index % 2 == 0, at: time)
                        else { continue }
                        ledger.charge(size, for: admission, at: at(time))
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
        // Each quarter may go beyond its limit by one record.
        #expect(most <= 1_048_576 + 4 * (size + AuditBudget.overhead))
        #expect(most > 524_288)
    }

    @Test func `counts for which there was no room are reported when there is`() {
        var ledger = AuditLedger(.summary)
        if let first = admit("presign b", &ledger) { ledger.charge(10_000_000, for: first, at: at(0)) }
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
