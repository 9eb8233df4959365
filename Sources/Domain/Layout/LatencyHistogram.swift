/// How long things took, counted in buckets no wider than a sixteenth of their value: bounded memory for any number.
package struct LatencyHistogram: Equatable, Sendable {
    private static let steps = 16
    /// Up to 2^40 ns, eighteen minutes.
    private static let bucketCount = (40 - 4 + 1) * steps

    private var counts = [Int](repeating: 0, count: bucketCount)
    package private(set) var count = 0
    package private(set) var longest: UInt64 = 0
    private var sum: Double = 0

    package init() {}

    package mutating func record(_ nanoseconds: UInt64) {
        counts[LatencyHistogram.bucket(of: nanoseconds)] += 1
        count += 1
        longest = max(longest, nanoseconds)
        sum += Double(nanoseconds)
    }

    package var mean: Double { count == 0 ? 0 : sum / Double(count) }

    /// What this share of all was not longer than, to a sixteenth.
    package func percentile(_ share: Double) -> UInt64 {
        let wanted = max(1, Int((share * Double(count)).rounded(.up)))
        var seen = 0
        for (bucket, number) in counts.enumerated() where number > 0 {
            seen += number
            guard seen >= wanted, bucket < counts.count - 1 else { continue }
            return min(LatencyHistogram.upperBound(of: bucket), longest)
        }
        return longest
    }

    /// A value below 16 has a bucket of its own; above, each power of two has sixteen.
    private static func bucket(of value: UInt64) -> Int {
        guard value >= UInt64(steps) else { return Int(value) }
        let power = 63 - value.leadingZeroBitCount
        let step = Int(truncatingIfNeeded: value >> UInt64(power - 4)) - steps
        return min((power - 3) * steps + step, bucketCount - 1)
    }

    private static func upperBound(of bucket: Int) -> UInt64 {
        guard bucket >= steps else { return UInt64(bucket) }
        let power = bucket / steps + 3
        let step = UInt64(bucket % steps + steps)
        return (step + 1) << UInt64(power - 4) - 1
    }
}

extension LatencyHistogram {
    /// A range of times, and how many fell into it.
    package struct Row: Equatable, Sendable {
        package let lowest: UInt64
        package let count: Int

        /// Both as one, with the one that follows.
        package func joined(with next: Row?) -> Row {
            Row(lowest: lowest, count: count + (next?.count ?? 0))
        }
    }

    /// The counts by halves of powers of two, without the empty ends.
    package var rows: [Row] {
        var rows: [Row] = []
        for start in stride(from: 0, to: counts.count, by: 8) {
            let lowest = start == 0 ? 0 : LatencyHistogram.upperBound(of: start - 1) + 1
            rows.append(Row(lowest: lowest, count: counts[start..<start + 8].reduce(0, +)))
        }
        guard let first = rows.firstIndex(where: { $0.count > 0 }),
            let last = rows.lastIndex(where: { $0.count > 0 })
        else { return [] }
        return Array(rows[first...last])
    }
}
