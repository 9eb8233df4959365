import Testing

@testable import Daemon

/// What the log says, where it must be made of figures.
struct LogRecordTests {
    @Test(arguments: [(0, "within a second"), (289, "in 4min 49s"), (3_600, "in 1h")])
    func `a wait is told as people tell it`(seconds: Int, words: String) {
        let record = LogRecord.fetchFailed(profile: "p", reason: "down", failures: 2, retrySeconds: seconds)
        #expect(record.message == "no new token: down; failure 2 in a row, next attempt \(words)")
    }
}
