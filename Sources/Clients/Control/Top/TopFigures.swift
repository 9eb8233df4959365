package import OSSAuthClient
package import Time

/// The answers of the daemon at one time.
package struct TopSample: Equatable, Sendable {
    let time: Instant
    let status: SigningDaemon.Status
    /// `nil`: the daemon refused them.
    let metrics: Exposition?
    /// The names of the callers by their numbers.
    let userNames: [Int: String]

    package init(
        at time: Instant, _ status: SigningDaemon.Status, _ metrics: Exposition?,
        userNames: [Int: String] = [:]
    ) {
        self.time = time
        self.status = status
        self.metrics = metrics
        self.userNames = userNames
    }
}

/// Rates per second between two samples.
struct TopFigures: Equatable, Sendable {
    /// An operation or a caller.
    struct Count: Equatable, Sendable {
        let name: String
        var rate: Double?
        /// The share of a processor that the daemon spent on a caller.
        var busy: Double?
        var total: Double
        var refused: Double
        var failed: Double
    }

    private(set) var requests: Double?
    private(set) var refusals: Double?
    private(set) var median: Double?
    private(set) var slow: Double?
    /// The used share of a processor.
    private(set) var processor: Double?
    private(set) var operations: [Count] = []
    private(set) var callers: [Count] = []
    /// Signatures per second by profile.
    private(set) var signatures: [String: Double] = [:]

    /// `earlier`: `nil` for the first sample.
    init(from earlier: TopSample?, to later: TopSample) {
        let seconds = earlier.map { Double((later.time - $0.time).nanoseconds) / 1e9 } ?? 0
        readCallers(from: earlier, to: later, seconds: seconds)
        guard let metrics = later.metrics else { return }
        let change = Change(from: earlier?.metrics, to: metrics, seconds: seconds)
        readOperations(change)
        processor = change.rate("ossauthd_process_cpu_seconds_total")
        signatures = change.rates("ossauthd_signatures_total", by: "profile")
        let quantiles = Quantiles("ossauthd_request_duration_seconds", from: change.earlier, to: metrics)
        median = quantiles.nanoseconds(0.5)
        slow = quantiles.nanoseconds(0.99)
    }

    private mutating func readOperations(_ change: Change) {
        let name = "ossauthd_requests_total"
        requests = change.rate(name)
        let refusedRates = change.rates(name, by: "operation", where: TopFigures.isRefusal)
        refusals = requests == nil ? nil : refusedRates.values.reduce(0, +)
        let rates = change.rates(name, by: "operation")
        let refused = change.later.values(name, by: "operation", where: TopFigures.isRefusal)
        let failed = change.later.values(name, by: "operation", where: TopFigures.isFailure)
        operations = change.later.values(name, by: "operation")
            .filter { $0.value > 0 }
            .map { operation, total in
                Count(
                    name: operation, rate: rates[operation], total: total, refused: refused[operation] ?? 0,
                    failed: failed[operation] ?? 0)
            }
            .sorted { $0.isBusier(than: $1) }
    }

    private mutating func readCallers(from earlier: TopSample?, to later: TopSample, seconds: Double) {
        let isSame = earlier?.status.processID == later.status.processID && seconds > 0
        let before = isSame ? earlier?.status.callers : nil
        callers = later.status.callers.map { caller in
            let past = before?.first { $0.user == caller.user }
            let requests = Double(caller.requests) - Double(past?.requests ?? 0)
            let milliseconds = Double(caller.busyMilliseconds) - Double(past?.busyMilliseconds ?? 0)
            return Count(
                name: caller.user.map { later.userNames[$0] ?? String($0) } ?? "others",
                rate: before.map { _ in max(requests, 0) / seconds },
                busy: before.map { _ in max(milliseconds, 0) / 1_000 / seconds },
                total: Double(caller.requests), refused: Double(caller.refused), failed: Double(caller.failed)
            )
        }
        callers.sort { $0.isBusier(than: $1) }
    }

    /// Whether the requests were refused.
    private static func isRefusal(_ labels: [String: String]) -> Bool {
        guard let verdict = labels["verdict"] else { return false }
        return verdict != "answered" && !isFailure(labels)
    }

    /// Whether the requests failed.
    private static func isFailure(_ labels: [String: String]) -> Bool {
        labels["verdict"] == "failed" || labels["verdict"] == "no-credential"
    }
}

extension TopFigures.Count {
    fileprivate func isBusier(than other: TopFigures.Count) -> Bool {
        (busy ?? 0, rate ?? 0, total, other.name) > (other.busy ?? 0, other.rate ?? 0, other.total, name)
    }
}

/// Two expositions and the time between them.
private struct Change {
    /// `nil`: there is none from the same run of the daemon.
    let earlier: Exposition?
    let later: Exposition
    let seconds: Double

    init(from earlier: Exposition?, to later: Exposition, seconds: Double) {
        // A restarted daemon counts from zero.
        let name = "ossauthd_process_start_time_seconds"
        let isSame = earlier.map { $0.value(name) == later.value(name) } ?? false
        self.earlier = isSame && seconds > 0 ? earlier : nil
        self.later = later
        self.seconds = seconds
    }

    func rate(_ name: String) -> Double? {
        guard let before = earlier?.value(name), let now = later.value(name) else { return nil }
        return max(now - before, 0) / seconds
    }

    func rates(
        _ name: String, by label: String, where matches: ([String: String]) -> Bool = { _ in true }
    ) -> [String: Double] {
        guard let earlier else { return [:] }
        let before = earlier.values(name, by: label, where: matches)
        return later.values(name, by: label, where: matches).reduce(into: [:]) { rates, now in
            rates[now.key] = max(now.value - (before[now.key] ?? 0), 0) / seconds
        }
    }
}

/// Quantiles of the requests between two samples, by the buckets of a histogram.
struct Quantiles: Equatable, Sendable {
    /// Upper bounds in seconds with cumulative counts.
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

    /// The quantile in nanoseconds, interpolated inside a bucket as Prometheus does.
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
