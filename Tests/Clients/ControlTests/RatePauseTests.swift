import Testing

@testable import Control

struct RatePauseTests {
    private static let second: Int64 = 1_000_000_000

    @Test(arguments: [(0, 1), (1, 1), (1_000, 1_000), (3_600, 3_600)])
    func `a pause lasts as long as announced, a second at least`(announced: Int, seconds: Int64) {
        let pause = RatePause(since: nil, now: 5, retryAfter: announced)
        #expect(pause?.since == 5 && pause?.end == 5 + seconds * Self.second)
        #expect(pause?.note == "rate limited; resuming in \(seconds) s; --no-wait ends instead")
    }

    @Test(arguments: [(nil, 3_601), (0, 3_600), (0, 3_501), (nil, .max)] as [(Int64?, Int)])
    func `there is no pause if an hour would pass without a grant`(since: Int64?, announced: Int) {
        #expect(RatePause(since: since, now: 100 * Self.second, retryAfter: announced) == nil)
    }

    @Test func `a pause counts from the first refusal since the last grant`() {
        let pause = RatePause(since: 0, now: 100 * Self.second, retryAfter: 3_500)
        #expect(pause?.since == 0 && pause?.end == 3_600 * Self.second)
    }
}
