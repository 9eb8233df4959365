internal import Bytes

/// A parsed answer of `/metrics`.
struct Exposition: Equatable, Sendable {
    /// The samples by name and by labels, as in `operation="presign",verdict="answered"}`.
    private var families: [String: [String: Double]] = [:]

    /// Skips lines that it does not understand: a newer daemon may send more.
    init(_ text: Span<UInt8>) {
        for line in String(copying: text).split(separator: "\n") where !line.hasPrefix("#") { take(line) }
    }

    /// Reads `name{label="value",…} number`.
    private mutating func take(_ line: Substring) {
        let words = line.split(separator: " ")
        guard words.count > 1, let value = Double(words[1]) else { return }
        let parts = words[0].split(separator: "{", maxSplits: 1).map(String.init)
        guard let name = parts.first else { return }
        families[name, default: [:]][parts.count > 1 ? parts[1] : ""] = value
    }

    /// The growth of each sample in a second, since an earlier answer of the same run of the daemon.
    func rates(since earlier: Exposition, seconds: Double) -> Exposition {
        var rates = self
        for (name, samples) in families {
            for (labels, value) in samples {
                let growth = value - (earlier.families[name]?[labels] ?? 0)
                rates.families[name]?[labels] = max(growth, 0) / seconds
            }
        }
        return rates
    }

    /// The sum of the samples of a family; `nil`: there are none.
    func value(_ name: String) -> Double? {
        families[name].map { $0.values.reduce(0, +) }
    }

    /// The values of a family by one label, summed over the others; the names in labels of the daemon have no
    /// character to escape.
    func values(_ name: String, by label: String) -> [String: Double] {
        (families[name] ?? [:]).reduce(into: [:]) { values, sample in
            let labels = sample.key.split { $0 == "," || $0 == "}" }
            guard let found = labels.first(where: { $0.hasPrefix("\(label)=\"") }) else { return }
            values[String(found.dropFirst(label.count + 2).dropLast()), default: 0] += sample.value
        }
    }

    /// A quantile of a histogram of seconds, interpolated inside a bucket as Prometheus does.
    func quantile(_ share: Double, of name: String) -> Double? {
        let buckets = values("\(name)_bucket", by: "le")
            .compactMap { bound, count in
                Double(bound == "+Inf" ? "inf" : bound).map { (bound: $0, count: count) }
            }
            .sorted { $0.bound < $1.bound }
        let rank = share * (buckets.last?.count ?? 0)
        guard rank > 0, let index = buckets.firstIndex(where: { $0.count >= rank }) else { return nil }
        let below = index == 0 ? (bound: 0, count: 0) : buckets[index - 1]
        guard buckets[index].bound.isFinite else { return below.bound }
        let part = (rank - below.count) / (buckets[index].count - below.count)
        return below.bound + (buckets[index].bound - below.bound) * part
    }
}
