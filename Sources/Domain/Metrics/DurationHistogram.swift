/// The distribution of request durations.
package struct DurationHistogram: Sendable {
    /// The last element is for durations beyond all bounds.
    private var counts = InlineArray<19, Int>(repeating: 0)
    private(set) var sum: Int64 = 0

    /// The upper bounds in seconds, as written in `le`; each bound is inclusive.
    static let bounds: [StaticString] = [
        "1e-05", "2.5e-05", "5e-05", "0.0001", "0.00025", "0.0005", "0.001", "0.0025", "0.005", "0.01",
        "0.025", "0.05", "0.1", "0.25", "0.5", "1.0", "2.5", "10.0", "+Inf",
    ]

    mutating func note(_ nanoseconds: Int64, times: Int) {
        counts[DurationHistogram.place(of: nanoseconds)] += times
        sum &+= nanoseconds &* Int64(times)
    }

    /// For each bound the number of durations up to it.
    var cumulated: [Int] {
        var total = 0
        return counts.indices.map { place in
            total += counts[place]
            return total
        }
    }

    /// Comparisons with constants, since nearly every request ends at one of the first.
    private static func place(of nanoseconds: Int64) -> Int {
        switch nanoseconds {
        case ...10_000: 0
        case ...25_000: 1
        case ...50_000: 2
        case ...100_000: 3
        case ...250_000: 4
        case ...500_000: 5
        case ...1_000_000: 6
        case ...2_500_000: 7
        case ...5_000_000: 8
        case ...10_000_000: 9
        case ...25_000_000: 10
        case ...50_000_000: 11
        case ...100_000_000: 12
        case ...250_000_000: 13
        case ...500_000_000: 14
        case ...1_000_000_000: 15
        case ...2_500_000_000: 16
        case ...10_000_000_000: 17
        default: 18
        }
    }
}
