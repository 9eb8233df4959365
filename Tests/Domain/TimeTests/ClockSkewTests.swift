import Testing
import Time

struct ClockSkewTests {
    private var skew = ClockSkew()
    private let now = ClockSkewTests.at(1_700_000_000, 5_000)

    private static func at(_ wall: Int64, _ boot: Int64) -> Moment {
        Moment(
            wall: Timestamp(secondsSince1970: wall), boot: Instant(nanosecondsSinceBoot: boot * 1_000_000_000)
        )
    }

    private func moment(after seconds: Int64, wallAhead step: Int64 = 0) -> Moment {
        ClockSkewTests.at(1_700_000_000 + seconds + step, 5_000 + seconds)
    }

    private func time(_ moment: Moment) -> Int64 { skew.time(at: moment).secondsSince1970 - 1_700_000_000 }

    private mutating func learn(_ difference: Int64, delay: Int64 = 0) {
        skew.learn(now.wall + difference, asked: moment(after: -delay), answered: now)
    }

    @Test func `the wall clock counts if no server has reported a time`() {
        #expect(time(now) == 0)
        #expect(time(moment(after: 100, wallAhead: 30)) == 130)
    }

    @Test(arguments: [-86_400, -3_600, -2, 2, 900, 86_400] as [Int64])
    mutating func `takes over the server's clock and lets it run`(difference: Int64) {
        learn(difference)
        #expect(time(now) == difference)
        #expect(time(moment(after: 7_200)) == 7_200 + difference)
        #expect(skew.moment(at: now).boot == now.boot)
    }

    @Test(arguments: [-1, 0, 1] as [Int64])
    mutating func `a second is no difference`(difference: Int64) {
        learn(3_600)
        learn(difference)
        #expect(time(now) == 0)
    }

    @Test(arguments: [-86_401, 86_401, -1_700_000_000, .min / 2, .max / 2] as [Int64])
    mutating func `an absurd date changes nothing`(difference: Int64) {
        learn(100)
        learn(difference)
        #expect(time(now) == 100)
    }

    /// The host's clock may be as wrong as the server's then.
    @Test mutating func `a date before 2020 is ignored, even if our clock is near it`() {
        let old = ClockSkewTests.at(1_577_836_000, 10)
        skew.learn(Timestamp(secondsSince1970: 1_577_836_799), asked: old, answered: old)
        #expect(skew == ClockSkew())
        skew.learn(Timestamp(secondsSince1970: 1_577_836_800), asked: old, answered: old)
        #expect(skew.time(at: old).secondsSince1970 == 1_577_836_800)
    }

    @Test mutating func `a difference within the delay of the answer is none`() {
        learn(-29, delay: 30)
        #expect(time(now) == 0)
        learn(-90, delay: 30)
        // Sixty at least.
        #expect(time(now) == -60)
        learn(90, delay: 30)
        #expect(time(now) == 90)
    }

    @Test(arguments: [-36_000, -3_600, 3_600, 36_000] as [Int64])
    mutating func `a wall clock that is set later changes nothing`(step: Int64) {
        learn(900)
        #expect(time(moment(after: 60, wallAhead: step)) == 960)
    }

    @Test mutating func `a wall clock that is set right is believed`() {
        learn(900)
        #expect(time(moment(after: 60, wallAhead: 901)) == 961)
    }

    @Test(arguments: [-86_400, -3_600, -60, 60, 3_600, 86_400] as [Int64])
    mutating func `a wall clock that was right and is set changes nothing`(step: Int64) {
        learn(0)
        #expect(time(moment(after: 60, wallAhead: step)) == 60)
        #expect(time(moment(after: 60)) == 60)
        #expect(time(moment(after: 28_800)) == 28_800)
    }

    /// Corrections of a time server; both clocks follow a slow one, so that it needs no test.
    @Test(arguments: [-59, -3, 3, 59] as [Int64])
    mutating func `a small correction of a right wall clock is followed`(correction: Int64) {
        learn(1)
        #expect(time(moment(after: 600, wallAhead: correction)) == 600 + correction)
    }

    @Test(arguments: [-3_600, 3_600] as [Int64])
    mutating func `a wall clock that is set during an exchange is measured as it is after it`(step: Int64) {
        skew.learn(now.wall, asked: moment(after: -5, wallAhead: step), answered: now)
        #expect(time(now) == 0)
        skew.learn(now.wall, asked: moment(after: -5), answered: moment(after: 0, wallAhead: step))
        #expect(abs(time(moment(after: 60, wallAhead: step)) - 60) <= 5)
    }

    /// The boot clock counts the sleep.
    @Test mutating func `runs on through eight hours of sleep`() {
        learn(-900)
        #expect(time(moment(after: 28_800)) == 27_900)
    }
}
