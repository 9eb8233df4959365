import Testing

@testable import Metrics

struct DurationHistogramTests {
    /// `le` is "less or equal": a duration on the bound is within.
    @Test func `every bound is inclusive`() throws {
        for (place, bound) in DurationHistogram.bounds.dropLast().enumerated() {
            let nanoseconds = Int64((try #require(Double("\(bound)")) * 1e9).rounded())
            for (excess, first) in [(Int64(0), place), (1, place + 1)] {
                var histogram = DurationHistogram()
                histogram.note(nanoseconds + excess, times: 3)
                #expect(histogram.cumulated.firstIndex(of: 3) == first, "\(bound)")
            }
        }
    }

    @Test func `the histogram adds up durations, also those beyond all bounds`() {
        var histogram = DurationHistogram()
        histogram.note(4_000, times: 2)
        histogram.note(60_000_000_000, times: 1)
        #expect(histogram.cumulated.first == 2)
        #expect(histogram.cumulated.last == 3)
        #expect(histogram.sum == 60_000_008_000)
    }
}
