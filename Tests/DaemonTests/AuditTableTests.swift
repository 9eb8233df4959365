import Testing
internal import Time

@testable import Daemon

struct AuditTableTests {
    private var table = AuditTable()

    private func at(_ milliseconds: Int64) -> Instant {
        Instant(nanosecondsSinceBoot: 1_000_000 * milliseconds)
    }

    /// How many records the user gets, of 1,000 decisions at once.
    private mutating func records(of user: UInt32, isGrant: Bool = true, at milliseconds: Int64 = 0) -> Int {
        (0..<1_000).count { _ in
            let series = table.series(of: user, isGrant: isGrant, at: at(milliseconds))
            guard series.hasRoom(at: at(milliseconds)) else {
                series.drop()
                return false
            }
            series.take(at: at(milliseconds))
            return true
        }
    }

    @Test mutating func `grants and refusals of each user have records of their own`() {
        #expect(records(of: 1) == 500)
        #expect(records(of: 1, isGrant: false) == 500)
        #expect(records(of: 2) == 500)
        #expect(records(of: 1, at: 100) == 50)
        #expect(table.series(of: 1, isGrant: true, at: at(100)).takeDropped() == 1_450)
        #expect(table.series(of: 1, isGrant: false, at: at(100)).takeDropped() == 500)
        #expect(table.series(of: 1, isGrant: true, at: at(100)).takeDropped() == 0)
    }

    @Test mutating func `however many come, what was left out is told, and nobody gets more`() {
        for user in UInt32(1)..<3_000 { #expect(records(of: user, at: 10 * Int64(user)) == 500) }
        #expect(records(of: 2_990, at: 29_990) == 45)
        #expect(table.series.count { $0.takeDropped() >= 500 } == 2_999)
    }

    @Test mutating func `those of whom there is nothing to tell are forgotten`() {
        for user in UInt32(1)..<10_000 {
            let time = at(Int64(user))
            table.series(of: user, isGrant: false, at: time).take(at: time)
        }
        #expect(table.series.count <= 2 * 1_025)
    }
}
