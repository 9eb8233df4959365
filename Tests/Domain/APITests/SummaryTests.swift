import API
import Testing
import Time
import Tokens

/// The line of `systemctl status`.
struct SummaryTests {
    /// It is 2023-12-16T14:30:00Z.
    private let now = Timestamp(secondsSince1970: 1_702_737_000)

    private func summary(_ change: (inout ProfileReport) -> Void) -> String {
        let good = ProfileReport(
            name: "web", source: "static", state: .fresh, consecutiveFailures: 0, lastError: nil)
        var other = ProfileReport(
            name: "media", source: "appserver", state: .expired, consecutiveFailures: 3, lastError: nil)
        change(&other)
        return StatusReport(
            version: "1", pid: 1, uptimeSeconds: 1, isReady: false, configurationIsGood: true,
            profiles: [good, other]
        ).summary(at: now)
    }

    @Test func `the summary says how many profiles can sign and when the next token comes`() {
        #expect(summary { $0.nextRefreshAt = now + 725 } == "1 of 2 profiles can sign, next refresh in 12min")
    }

    @Test(arguments: [(-1_680, "14:02 UTC"), (-52_201, "2023-12-15 23:59 UTC")])
    func `says what is wrong, and since when`(seconds: Int64, since: String) {
        let text = summary {
            $0.lastError = "the server answered with status 503"
            $0.failingSince = now + seconds
        }
        #expect(
            text == "1 of 2 profiles can sign, media: the server answered with status 503 since \(since)")
    }
}
