import Testing

@testable import Control

struct FigureTests {
    @Test(arguments: [(0, "0"), (7, "7"), (999, "999"), (1_000, "1,000"), (12_345_678, "12,345,678")])
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
}
