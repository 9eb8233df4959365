import Testing
import Time

@testable import AppServer

struct NoticesTests {
    private var notices = Notices()

    private mutating func times(_ kind: String, of subject: String, at seconds: Int64) -> Int? {
        notices.times(kind, of: subject, at: Instant(nanosecondsSinceBoot: seconds * 1_000_000_000))
    }

    @Test mutating func `each subject and kind has a line a minute, with the number of occurrences`() {
        #expect(times("a", of: "alice", at: 0) == 1)
        #expect(times("a", of: "alice", at: 1) == nil)
        #expect(times("b", of: "alice", at: 1) == 1)
        #expect(times("a", of: "bob", at: 1) == 1)
        #expect(times("a", of: "alice", at: 60) == 2)
    }

    @Test mutating func `subjects beyond the limit share a line until the table is cleared`() {
        var lines = 0
        for number in 0..<5_000 where times("a", of: "user\(number)", at: 100) != nil { lines += 1 }
        // The table is cleared once in a minute, and then one line is for all others.
        #expect(lines == 2 * 1_024 + 1)
        #expect(times("a", of: "user9999", at: 101) == nil)
        #expect(times("a", of: "user9999", at: 160) == 1)
    }
}
