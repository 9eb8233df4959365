import API
import Metrics
import Testing

@testable import Callers

struct UserTableTests {
    @Test func `tells who took most time first, and what came of the requests`() {
        var table = UserTable()
        for verdict in Verdict.allCases { table.counts(of: 33).note(verdict) }
        table.counts(of: 7).note(.answered)
        table.counts(of: 7).note(1_000)
        _ = table.counts(of: 8)
        #expect(
            table.report == [
                CallerReport(user: 7, requests: 1, refused: 0, failed: 0, nanoseconds: 1_000),
                CallerReport(user: 33, requests: 6, refused: 3, failed: 2, nanoseconds: 0),
            ])
    }

    @Test func `a user keeps its place`() {
        var table = UserTable()
        let first = table.counts(of: 33)
        #expect(table.counts(of: 33) === first && table.counts(of: 34) !== first)
    }

    @Test func `users beyond the limit share a place, and only some are reported`() {
        var table = UserTable()
        for user in 0..<UInt32(1_010) { table.counts(of: user).note(.answered) }
        let report = table.report
        #expect(report.count == 100 && table.counts(of: 5_000) === table.counts(of: 6_000))
        #expect(report.first == CallerReport(user: nil, requests: 10, refused: 0, failed: 0, nanoseconds: 0))
        #expect(report.dropFirst().map(\.user) == (0..<99).map { UInt32($0) })
    }
}
