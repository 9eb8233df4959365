/// How long the requests between two looks took, by the buckets of a histogram of OpenMetrics.
struct Quantiles: Equatable, Sendable {
    /// Upper bounds in seconds, and how many were not longer.
    private let buckets: [(bound: Double, count: Double)]

    init(_ name: String, from earlier: Exposition?, to later: Exposition) {
        let before = earlier?.values("\(name)_bucket", by: "le") ?? [:]
        buckets = later.values("\(name)_bucket", by: "le")
            .compactMap { bound, count in
                Double(bound == "+Inf" ? "inf" : bound).map { ($0, max(count - (before[bound] ?? 0), 0)) }
            }
            .sorted { $0.0 < $1.0 }
    }

    static func == (left: Quantiles, right: Quantiles) -> Bool {
        left.buckets.elementsEqual(right.buckets) { $0 == $1 }
    }

    /// What this share was not longer than, in nanoseconds, as Prometheus reckons it: evenly inside a bucket.
    func nanoseconds(_ share: Double) -> Double? {
        guard let total = buckets.last?.count, total > 0 else { return nil }
        let rank = share * total
        var below = (bound: 0.0, count: 0.0)
        for bucket in buckets {
            if bucket.count >= rank, bucket.count > below.count {
                guard bucket.bound.isFinite else { return below.bound * 1e9 }
                let part = (rank - below.count) / (bucket.count - below.count)
                return (below.bound + (bucket.bound - below.bound) * part) * 1e9
            }
            below = bucket
        }
        return below.bound.isFinite ? below.bound * 1e9 : nil
    }
}
