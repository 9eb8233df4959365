import Layout
import Testing

struct FigureTests {
    @Test(arguments: [(0, "0"), (7, "7"), (999, "999"), (1_000, "1,000"), (-12_345_678, "-12,345,678")])
    func `large numbers are grouped`(number: Int, text: String) {
        #expect(Figures.grouped(number) == text)
    }

    @Test(arguments: [
        (0.0, "0"), (0.25, "0.25"), (12.34, "12.3"), (823.4, "823"), (999.6, "1.00k"), (12_345, "12.3k"),
        (1_050_000, "1.05M"), (.nan, "0"), (-3, "0"), (1e300, "999P"),
    ])
    func `a rate has three digits`(number: Double, text: String) {
        #expect(Figures.short(number) == text)
    }

    @Test(arguments: [
        (830.0, "830 ns"), (12_340, "12.3 µs"), (1_050_000, "1.05 ms"), (2_500_000_000, "2.50 s"),
    ])
    func `a time has the unit that suits it`(nanoseconds: Double, text: String) {
        #expect(Figures.time(nanoseconds: nanoseconds, .unicode) == text)
    }

    @Test(arguments: [(0.0, "0.00 %"), (0.0123, "1.23 %"), (0.5, "50.0 %"), (1, "100 %")])
    func `a share is a percentage`(share: Double, text: String) {
        #expect(Figures.percent(share) == text)
    }

    /// The percentile of the definition: the smallest value that this share is not above.
    @Test(arguments: [0.5, 0.9, 0.99, 0.999, 1])
    func `percentiles are right to a sixteenth`(share: Double) {
        var histogram = LatencyHistogram()
        let values = (1...10_000).map { UInt64($0 * $0) }
        for value in values { histogram.record(value) }
        let exact = Double(values[Int((share * 10_000).rounded(.up)) - 1])
        let found = Double(histogram.percentile(share))
        #expect(found >= exact && found <= exact * 17 / 16)
    }

    @Test func `a histogram takes any time, and knows the longest`() {
        var histogram = LatencyHistogram()
        #expect(histogram.percentile(0.5) == 0 && histogram.rows.isEmpty)
        for value in [0, 15, 16, 17, 1 << 39, UInt64.max] { histogram.record(value) }
        #expect(histogram.count == 6 && histogram.longest == .max && histogram.percentile(1) == .max)
        #expect(histogram.percentile(0.5) == 16)
    }

    @Test func `a histogram has a row for each half of a power of two, without gaps`() {
        var histogram = LatencyHistogram()
        for value in [100, 100, 250] as [UInt64] { histogram.record(value) }
        #expect(histogram.rows.map(\.lowest) == [96, 128, 192] && histogram.rows.map(\.count) == [2, 0, 1])
    }
}
