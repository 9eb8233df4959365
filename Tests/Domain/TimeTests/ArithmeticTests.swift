import Testing
import Time

struct ArithmeticTests {
    @Test func `adds and subtracts seconds`() {
        let time = Timestamp(secondsSince1970: 100)
        #expect(time + 20 == Timestamp(secondsSince1970: 120))
        #expect((time + 20) - time == 20)
        #expect(time - (time + 20) == -20)
        #expect(time < time + 1)
    }

    /// The end of a V1 URL is any number that fits; planning with it must not stop the process.
    @Test func `a timestamp stops at its limits instead of overflowing`() {
        let (first, last) = (Timestamp(secondsSince1970: .min), Timestamp(secondsSince1970: .max))
        #expect(last + 1 == last)
        #expect(first + -1 == first)
        #expect(last - first == .max)
        #expect(first - last == .min)
    }

    @Test func `instants hold at their limits too`() {
        let instant = Instant(nanosecondsSinceBoot: 1_000)
        #expect(instant + .nanoseconds(5) == Instant(nanosecondsSinceBoot: 1_005))
        #expect(instant + .seconds(Int64.max) == Instant(nanosecondsSinceBoot: .max))
        #expect(
            Instant(nanosecondsSinceBoot: -2) + .seconds(Int64.min) == Instant(nanosecondsSinceBoot: .min))
        #expect((instant + .milliseconds(3)) - instant == .milliseconds(3))
        #expect(instant < instant + .nanoseconds(1))
    }

    @Test(
        arguments: [
            (Duration.zero, 0), (.nanoseconds(1), 1), (.seconds(-1), -1_000_000_000),
            (.milliseconds(1_500), 1_500_000_000),
            (.seconds(Int64.max), .max), (.seconds(Int64.min), .min), (.nanoseconds(Int64.min), .min),
        ] as [(Duration, Int64)])
    func `a duration in nanoseconds`(duration: Duration, nanoseconds: Int64) {
        #expect(duration.nanoseconds == nanoseconds)
    }

    @Test func `whole seconds round toward zero`() {
        #expect(Duration.milliseconds(1_999).wholeSeconds == 1)
        #expect(Duration.milliseconds(-1_999).wholeSeconds == -1)
    }
}
