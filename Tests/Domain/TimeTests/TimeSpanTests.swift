import Testing
import Time

struct TimeSpanTests {
    @Test(arguments: [
        (Duration.zero, "0"), (.milliseconds(1), "1ms"), (.seconds(5_400), "1h 30min"),
        (.seconds(604_800), "7d"), (.seconds(-1), "0"),
        (.seconds(Int64.max), "106751991167d 7h 12min 55s 807ms"), (.seconds(Int64.min), "0"),
    ])
    func `writes any duration, even an absurd one`(duration: Duration, text: String) {
        #expect(TimeSpan.text(of: duration) == text)
    }

    @Test(arguments: [
        ("32000000000", true), ("32000000001", false), ("31999999999s 1000ms", true),
        ("31999999999s 1001ms", false), ("52910w", true), ("52911w", false),
    ])
    func `no span is longer than a thousand years and a few`(text: String, isSpan: Bool) {
        #expect((TimeSpan(text) != nil) == isSpan)
    }
}
