import Sections
import Settings
import Testing

@testable import Records

/// Log texts that are composed of figures.
struct LogRecordTests {
    @Test(arguments: [
        (-17_100, "4h 45min behind this host's"), (90, "1min 30s ahead of this host's"),
        (0, "the clocks agree again"),
    ])
    func `a clock is reported with the side that it is on`(ahead: Int64, words: String) {
        let record = LogRecord.clockMoved(profile: "p", ahead: ahead)
        #expect(record.message.contains(words) && record.profile == "p" && record.level == .warning)
    }

    @Test(arguments: [(0, "within a second"), (289, "in 4min 49s"), (3_600, "in 1h")])
    func `a wait is reported as people tell it`(seconds: Int, words: String) {
        let record = LogRecord.fetchFailed(profile: "p", reason: "down", failures: 2, retrySeconds: seconds)
        #expect(record.message == "no new token: down; failure 2 in a row, next attempt \(words)")
    }
}
